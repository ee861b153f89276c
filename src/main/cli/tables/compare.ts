import type { Command } from '../command.ts';
import { json, POINTS, tapeOperand, WHICH } from '../flags.ts';

const TWO_POINTS =
  'A point is a file or the id of a tape, followed by @STEP, @next (the next request), @after:ENTRY (the request after an entry), #ENTRY or @REF, or the name of a ref; without one it is the newest entry.';

/** Commands that hold contexts and transcripts against each other, and against their contract. */
export const COMPARE: readonly Command[] = [
  {
    name: 'diff',
    topic: 'imported',
    summary: 'compare two contexts: where they part, and what each saw and did since',
    operands: [
      { name: 'A', required: true, offers: 'file' },
      { name: 'B', required: true, offers: 'file' },
    ],
    flags: [{ name: 'markdown', description: 'print it as Markdown, to paste into a review' }, json],
    notes: [
      TWO_POINTS,
      'A policy may follow a step: session.jsonl@12:full. Known are as-recorded (default), last-anchor, full, from-anchor:NAME,',
      'compact:TOKENS, summary and memory:WORDS. The same step under two policies shows what the second would change.',
    ],
    example: ['tape diff session.jsonl@12 session.jsonl@19', 'what both steps had, and what only one had'],
    load: () => import('../commands/diff.ts'),
  },
  {
    name: 'forkpoints',
    topic: 'imported',
    summary: 'list the entries where you can resume or fork',
    operands: [tapeOperand],
    flags: [{ name: 'all', description: 'every entry, with the reason if you cannot' }, ...WHICH, json],
    notes: [
      'Legal is the end of a turn: every call before it is answered, roles take turns, all parents are in the file.',
      `${POINTS} Then it checks that entry only.`,
    ],
    example: ['tape forkpoints session.jsonl --all', 'says for each entry whether you can continue from it, and why not'],
    load: () => import('../commands/forkpoints.ts'),
  },
  {
    name: 'check',
    topic: 'imported',
    summary: 'check a transcript against its contract and the known shapes of its version',
    operands: [tapeOperand],
    flags: [...WHICH, json],
    notes: ['Exits with 3 if a rule is broken. An unknown shape is reported, and breaks nothing.'],
    example: ['tape check session.jsonl', 'a verdict for each rule, with the first offenders'],
    load: () => import('../commands/check.ts'),
  },
];
