import { json, POINTS, POLICIES, POLICY, tapeOperand, WHICH } from '../flags.ts';
import type { WholeRow } from './apart.ts';

/** Commands that say why a context is what it is: what came and went, what a compaction left, what a summary is true to. */
export const WHY: readonly WholeRow[] = [
  {
    name: 'changes',
    topic: 'imported',
    summary: 'show what was added, removed and changed between two steps, and why',
    operands: [tapeOperand],
    flags: [
      { name: 'against', value: 'STEP', description: 'the step to compare with (default: the request before)' },
      ...POLICY,
      ...WHICH,
      json,
    ],
    notes: [`${POINTS} Without it, the newest step.`, POLICIES, 'All weights are estimates: it reads no source.'],
    example: ['tape changes session.jsonl@12', 'what step 12 added to the request before, and what it removed'],
    load: () => import('../commands/changes.ts'),
  },
  {
    name: 'provenance',
    topic: 'imported',
    summary: 'show where each part of a context is from, and how it came in',
    operands: [tapeOperand],
    flags: [
      { name: 'step', value: 'N', description: '1 and up, "last", or -1 and down from the end (default: last)' },
      { name: 'next', description: 'the next request' },
      { name: 'after', value: 'ENTRY', description: 'the request that would follow this entry, on its branch' },
      ...POLICY,
      ...WHICH,
      json,
    ],
    notes: [POINTS, POLICIES, 'Every token has one source. Sources below half a percent join the rest of their group.'],
    example: ['tape provenance session.jsonl --next', 'the files, commands and summaries that the next request is made of'],
    load: () => import('../commands/provenance.ts'),
  },
  {
    name: 'why',
    topic: 'imported',
    summary: 'show why an entry or some text is or is not in context, and what a summary kept of it',
    operands: [tapeOperand],
    flags: [
      { name: 'text', value: 'WORDS', description: 'each entry with this text, whatever the spaces in it' },
      { name: 'step', value: 'N', description: 'at step N (1 to the number of steps, last, or -1 from the end; default: last)' },
      { name: 'next', description: 'in the next request' },
      { name: 'limit', value: 'N', description: 'at most N entries (default: 20)' },
      ...POLICY,
      ...WHICH,
      json,
    ],
    notes: [
      'FILE#ENTRY asks about one entry. Each answer lists the steps that had it in context, when it left and what removed it.',
      'A summary keeps it verbatim, worded, cited or lost: a lexical measure, without judgement.',
    ],
    example: ['tape why session.jsonl --text "rate limit 3"', 'which steps had this text in context, and why it left'],
    load: () => import('../commands/why.ts'),
  },
];
