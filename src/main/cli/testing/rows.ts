import { drawnTape } from '../../../shared/library/testing.ts';
import type { Block, Omission, StepRow, TapeRow, View } from '../../../shared/model/index.ts';
import { createStyle, type Layout } from '../format/style.ts';

export const NOW = Date.UTC(2026, 2, 10, 12, 0, 0);

/** A terminal of `width` columns without colour, at a fixed time. */
export function layout(width = 80): Layout {
  return { width, style: createStyle(false), now: NOW };
}

export function tapeRow(change: Partial<TapeRow> = {}): TapeRow {
  return drawnTape('aaaaaaaaaaaa', {
    file: '/logs/one.jsonl',
    project: '/home/me/app',
    title: 'Mend the parser',
    session: 'one',
    writer: '2.1.0',
    model: 'claude-x',
    started: NOW - 7_200_000,
    ended: NOW - 300_000,
    bytes: 1000,
    entries: 10,
    steps: 3,
    usage: { input: 100, output: 50, cacheRead: 1000, cacheWrite: 200 },
    anchors: 1,
    ...change,
  });
}

export function stepRow(change: Partial<StepRow> = {}): StepRow {
  return {
    step: 1,
    first: 2,
    last: 4,
    line: 2,
    model: 'claude-x',
    time: NOW,
    usage: { input: 100, output: 50, cacheRead: 800, cacheWrite: 100 },
    sidechain: false,
    synthetic: false,
    failed: false,
    origin: 1,
    ...change,
  };
}

export function block(change: Partial<Block> = {}): Block {
  return {
    role: 'user',
    kind: 'message',
    entries: [1],
    tokens: { value: 12, basis: 'estimated' },
    label: '',
    tone: 'user',
    ...change,
  };
}

export function omission(change: Partial<Omission> = {}): Omission {
  return {
    entries: [[2, 1149]],
    count: 1148,
    reason: 'compacted',
    note: 'Replaced by the summary below.',
    byKind: { message: 1148 },
    after: 1,
    tokens: null,
    ...change,
  };
}

export function view(change: Partial<View> = {}): View {
  return {
    tape: 'aaaaaaaaaaaa',
    step: 3,
    evidence: { state: 'derived', rule: 'The active branch.' },
    before: 1152,
    policy: 'as-recorded',
    parts: [{ text: 'as-recorded', blocks: 2, tokens: { counted: 0, estimated: 352 } }],
    blocks: [
      block(),
      block({ role: 'assistant', kind: 'tool_call', label: 'Bash', entries: [1150, 1151], tokens: { value: 340, basis: 'recorded' } }),
    ],
    omissions: [omission()],
    tokens: {
      recorded: 182_340,
      counted: 0,
      estimated: 352,
      base: null,
      events: null,
      unexplained: null,
      unaccounted: 181_988,
      tokenizer: null,
      cached: 180_000,
    },
    model: 'claude-x',
    limit: 200_000,
    events: [],
    lacking: [],
    warnings: [],
    since: { step: 2, added: 4, gone: 0 },
    ...change,
  };
}
