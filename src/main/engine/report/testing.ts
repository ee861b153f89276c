import { drawnTape } from '../../../shared/library/testing.ts';
import type { Handoffs, Phase, TapeRow } from '../../../shared/model/index.ts';
import type { Document, Head } from './document.ts';

/** A report in one piece. */
export function whole(pieces: Iterable<string>): string {
  return [...pieces].join('');
}

/** A document with one of everything that can be in a report, each text of a log being `text`. For tests. */
export function documentWith(text: string): Document {
  const head: Head = { tone: 'user', word: 'user', name: text, place: '#1', tokens: '12 tokens, counted', why: text };
  const piece = { name: text, text, cut: 3 };
  const block = { type: 'block' as const, head, side: null, pieces: [piece], remarks: [{ place: text, label: text, text, stale: true }] };
  return {
    kind: 'context',
    title: text,
    lead: text,
    figures: [{ value: '12', words: text }],
    notes: [text],
    strip: [{ tone: text, value: 3 }],
    graph: {
      lanes: [
        { title: text, cards: [0, 1] },
        { title: text, cards: [2] },
      ],
      cards: [0, 1, 2].map((at) => ({
        name: text,
        derived: at === 1,
        line: text,
        bar: [{ tone: 'user', value: 2 }],
        figures: [{ words: 'steps', value: '2' }],
      })),
      edges: [
        { from: 0, to: 1, type: 'handoff', above: text, below: text, warn: true },
        { from: 1, to: 2, type: 'fork', above: text, below: text, warn: false },
      ],
    },
    sections: [
      {
        id: 'all',
        title: text,
        lead: text,
        rows: [
          block,
          { ...block, side: 'a' },
          { ...block, side: 'b' },
          { type: 'omission', count: 2, reason: 'compacted', note: text, tokens: '', kinds: text },
          {
            type: 'changed',
            heads: [head, head],
            a: piece,
            b: { ...piece, text: `${text} and more` },
            remarks: [[{ place: text, label: text, text, stale: true }], []],
          },
          { type: 'fold', words: text, rows: [block] },
          { type: 'table', head: ['one', 'two'], rows: [[text, text]] },
          { type: 'facts', facts: [{ name: text, value: text }] },
          { type: 'text', piece },
        ],
      },
    ],
    facts: [{ name: 'file', value: text }],
  };
}

/** A tape of these phases. For tests. */
export const TAPE: TapeRow = drawnTape('one', {
  format: 'bub',
  file: '/tapes/one.jsonl',
  project: 'p',
  title: 'Ship the tape index',
  entries: 300,
  steps: 90,
  anchors: 6,
});

const phase = (tape: string, name: string, seq: number, more: Partial<Phase> = {}): Phase => ({
  tape,
  seq,
  name,
  type: 'anchor',
  derived: false,
  from: seq,
  to: seq + 40,
  owner: 'agent',
  outcome: 'handed off',
  started: Date.UTC(2026, 2, 3, 9, 2) + seq * 60_000,
  ended: Date.UTC(2026, 2, 3, 9, 40) + seq * 60_000,
  live: false,
  steps: 31,
  firstStep: 1,
  lastStep: 31,
  byKind: { message: 20, tool_call: 12, tool_result: 12 },
  byTone: { user: 4, assistant: 16, call: 12, result: 12, error: 2 },
  errors: 2,
  context: { value: 48_210, basis: 'recorded' },
  usage: { input: 900_000, output: 12_000 },
  state: { keys: ['summary', 'source_ids'], chars: 200 },
  refs: { resolved: 3, outside: 0, broken: 1 },
  reached: { status: 'yes', step: 32, words: 'The state stood in the first request of this phase.' },
  ...more,
});

/** Six phases of one tape and two of another: straight arrows, a turn into the next row, a fork. For tests. */
export function drawnHandoffs(): Handoffs {
  return {
    tapes: [
      { id: 'one', title: 'Ship the tape index' },
      { id: 'two', title: 'Another way' },
    ],
    phases: [
      phase('one', 'session/start', 1, { owner: 'human', state: { keys: [], chars: 2 } }),
      phase('one', 'discovery', 50),
      phase('one', 'implement', 100, { reached: { status: 'no', step: 70, words: 'The state is in no message of the first request.' } }),
      phase('one', 'verify-with-a-name-that-is-longer-than-any-card-is-wide', 150),
      phase('one', 'compaction 1', 200, { type: 'compaction', derived: true }),
      phase('one', 'ship', 250, { live: true, ended: null }),
      phase('two', 'session/start', 1),
      phase('two', 'retry', 60),
    ],
    edges: [
      { from: 0, to: 1, type: 'handoff', carried: ['summary', '3 source ids'], left: 121, leftTokens: { value: 9000, basis: 'estimated' } },
      { from: 1, to: 2, type: 'handoff', carried: ['summary', 'next steps'], left: 402, leftTokens: null },
      {
        from: 2,
        to: 3,
        type: 'handoff',
        carried: ['summary', 'next steps', '12 source ids', 'open questions', 'a list of files'],
        left: 288,
        leftTokens: null,
      },
      { from: 3, to: 4, type: 'compaction', carried: ['summary', '12 kept entries'], left: 900, leftTokens: null },
      { from: 4, to: 5, type: 'handoff', carried: [], left: 0, leftTokens: null },
      { from: 1, to: 6, type: 'fork', carried: ['prefix of 50 entries'], left: 0, leftTokens: null },
      { from: 6, to: 7, type: 'handoff', carried: ['summary'], left: 12, leftTokens: null },
    ],
    more: 0,
    refs: { resolved: 24, outside: 0, broken: 8 },
    unreached: 1,
    notes: [],
  };
}
