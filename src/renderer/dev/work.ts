import type { Block, EntryRow, Omission, Policy, StepRow, Timeline, View } from '../../shared/model/index.ts';
import { NOON, tapes } from './tapes.ts';

const SHAPES = [
  { kind: 'message', role: 'user', tone: 'user', label: '' },
  { kind: 'message', role: 'assistant', tone: 'assistant', label: '' },
  { kind: 'tool_call', role: 'assistant', tone: 'call', label: 'Read' },
  { kind: 'tool_result', role: 'tool', tone: 'result', label: 'Read' },
] as const;

const shapeOf = (seq: number) => SHAPES[seq % SHAPES.length] ?? SHAPES[0];

export function entryRow(seq: number): EntryRow {
  const { kind, role, label } = shapeOf(seq);
  return {
    seq,
    kind,
    role,
    time: NOON - (2874 - seq) * 4000,
    line: seq + 3,
    offset: seq * 4800,
    length: 4790,
    id: `8cc36543-${seq}`,
    parentSeq: seq > 1 ? seq - 1 : null,
    danglingParent: null,
    step: Math.ceil(seq / 7),
    origin: 1,
    flags: 0,
    label,
    chars: 1200,
    calls: [],
    results: [],
  };
}

const size = (step: number) => (step < 240 ? 14_000 + step * 650 : 19_000 + (step - 240) * 900);

export function stepRow(step: number): StepRow {
  return {
    step,
    first: step * 7 - 6,
    last: step * 7,
    line: step * 7,
    model: 'claude-opus',
    time: NOON - (412 - step) * 28_000,
    usage: { input: 12, output: 420, cacheRead: size(step) - 1912, cacheWrite: 1900 },
    sidechain: false,
    synthetic: false,
    failed: step % 97 === 0,
    origin: 1,
  };
}

export function timeline(): Timeline {
  const entries = 2874;
  const steps = 412;
  const at = <T>(length: number, make: (index: number) => T): T[] => Array.from({ length }, (_, index) => make(index));
  return {
    tape: tapes[0]?.id ?? '',
    from: 1,
    fromStep: 1,
    entries,
    steps,
    kinds: ['message', 'tool_call', 'tool_result'],
    kind: Uint8Array.from(at(entries, (index) => Math.max(0, ((index + 1) % 4) - 1))),
    tone: Uint8Array.from(at(entries, (index) => ([1, 2, 2, 3][(index + 1) % 4] ?? 0) + (index % 431 === 0 ? 8 : 0))),
    time: Float64Array.from(at(entries, (index) => NOON - (entries - index) * 4000)),
    stepFirst: Uint32Array.from(at(steps, (index) => index * 7 + 1)),
    stepInput: Float64Array.from(at(steps, (index) => size(index + 1))),
    stepTime: Float64Array.from(at(steps, (index) => NOON - (steps - index) * 28_000)),
    stepTone: new Uint8Array(steps),
    bands: [
      { from: 1, to: 616, name: 'session/start', derived: true },
      { from: 617, to: 1680, name: 'plan approved', derived: false },
      { from: 1681, to: entries, name: 'after compaction', derived: true },
    ],
    marks: [
      { seq: 1200, type: 'sub-agent', label: 'sub-agent' },
      { seq: 1681, type: 'compaction', label: 'compaction' },
      { seq: 1880, type: 'rewind', label: 'rewind' },
      { seq: 2464, type: 'rewind', label: 'rewind' },
    ],
    limit: 200_000,
  };
}

const block = (seq: number, value: number): Block => {
  const { kind, role, tone, label } = shapeOf(seq);
  return { role, kind, tone, label, entries: [seq], tokens: { value, basis: 'estimated' } };
};

const omissions: Omission[] = [
  {
    entries: [[1, 1148]],
    count: 1148,
    reason: 'compacted',
    note: 'before compaction 1 (auto) at step 240',
    byKind: { message: 500, tool_call: 300, tool_result: 348 },
    after: 0,
    tokens: { value: 161_020, basis: 'estimated' },
  },
];

export function view(step: number, policy: Policy): View {
  const before = step * 7 - 6;
  const from = Math.max(1, before - 120);
  const blocks = Array.from({ length: before - from }, (_, index) => block(from + index, 20 + ((index * 137) % 4000)));
  const estimated = blocks.reduce((sum, { tokens }) => sum + tokens.value, 0);
  return {
    tape: tapes[0]?.id ?? '',
    step,
    evidence: { state: 'derived', rule: 'The active branch, from its last compaction on.' },
    before,
    policy,
    parts: [{ text: policy, blocks: blocks.length, tokens: { counted: 0, estimated } }],
    blocks,
    omissions: from > 1149 ? omissions : [],
    tokens: {
      recorded: size(step),
      counted: 0,
      estimated,
      base: null,
      events: null,
      unexplained: null,
      unaccounted: size(step) - estimated,
      tokenizer: null,
      cached: size(step) - 1912,
    },
    model: 'claude-opus',
    limit: 200_000,
    events: [],
    lacking: [],
    warnings: [],
    since: step > 1 ? { step: step - 1, added: 2, gone: 0 } : null,
  };
}
