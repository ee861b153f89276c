import type { Command } from '../command.ts';
import { POINTS as BEHIND, json, tapeOperand, WHICH } from '../flags.ts';

const POINTS =
  'A point is a file or the id of a tape, with @STEP, @next (the next request), @after:ENTRY (the request that would follow an entry), #ENTRY or @REF behind it, or the name of a ref; without one it is the newest entry.';

/** Commands that hold contexts and transcripts against each other, and against their contract. */
export const COMPARE: readonly Command[] = [
  {
    name: 'diff',
    topic: 'imported',
    summary: 'compare two contexts: where they part, what each saw and did since',
    operands: [
      { name: 'A', required: true, offers: 'file' },
      { name: 'B', required: true, offers: 'file' },
    ],
    flags: [{ name: 'markdown', description: 'print it as Markdown, to paste into a review' }, json],
    notes: [
      POINTS,
      'A policy may follow a step: session.jsonl@12:full. Known are as-recorded (default), last-anchor, full, from-anchor:NAME,',
      'compact:TOKENS, summary and memory:WORDS. The same step under two policies shows what the other one would change.',
    ],
    example: ['tape diff session.jsonl@12 session.jsonl@19', 'what steps 12 and 19 had in common, and what only one of them'],
    load: () => import('../commands/diff.ts'),
  },
  {
    name: 'forkpoints',
    topic: 'imported',
    summary: 'list the entries at which one may resume or fork',
    operands: [tapeOperand],
    flags: [{ name: 'all', description: 'every entry, with the reason where one may not' }, ...WHICH, json],
    notes: [
      'Legal is the end of a turn: every call before it is answered, roles take turns, all parents are in the file.',
      `${BEHIND} Then it says of that entry alone whether it is one.`,
    ],
    example: ['tape forkpoints session.jsonl --all', 'says of each entry why one may or may not go on from it'],
    load: () => import('../commands/forkpoints.ts'),
  },
  {
    name: 'check',
    topic: 'imported',
    summary: 'hold a transcript against its contract and the known shapes of its version',
    operands: [tapeOperand],
    flags: [...WHICH, json],
    notes: ['Ends with 3 where a rule is broken. A shape that no schema has is told, and breaks nothing.'],
    example: ['tape check session.jsonl', 'a verdict for each rule, with the first offenders'],
    load: () => import('../commands/check.ts'),
  },
];
