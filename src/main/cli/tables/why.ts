import type { Command } from '../command.ts';
import { POINTS as BEHIND, json, POLICIES, POLICY, tapeOperand, WHICH } from '../flags.ts';

/** Commands that say why a context is what it is: what came and went, what a compaction left, what a summary is true to. */
export const WHY: readonly Command[] = [
  {
    name: 'changes',
    topic: 'imported',
    summary: 'show what came, went and changed between two steps, and why',
    operands: [tapeOperand],
    flags: [
      { name: 'against', value: 'STEP', description: 'the step to hold it against (default: the request before)' },
      ...POLICY,
      ...WHICH,
      json,
    ],
    notes: [`${BEHIND} Without it the newest step is meant.`, POLICIES, 'All weights are estimates: no source is read for them.'],
    example: ['tape changes session.jsonl@12', 'what step 12 saw that the request before did not, and what was gone'],
    load: () => import('../commands/changes.ts'),
  },
  {
    name: 'why',
    topic: 'imported',
    summary: 'tell why an entry or some words are or are not in context, and what a summary made of them',
    operands: [tapeOperand],
    flags: [
      { name: 'text', value: 'WORDS', description: 'each entry that has these words, whatever blanks are between them' },
      { name: 'step', value: 'N', description: 'at step N (1 to the number of steps, last, or -1 from the end; default: last)' },
      { name: 'next', description: 'in the next request' },
      { name: 'limit', value: 'N', description: 'at most N entries (default: 20)' },
      ...POLICY,
      ...WHICH,
      json,
    ],
    notes: [
      'FILE#ENTRY asks about one entry. Each answer has the steps that had it in context, since when it is not and by what.',
      'What a summary made of it is verbatim, worded, cited or lost: a lexical measure, nobody has read either.',
    ],
    example: ['tape why session.jsonl --text "rate limit 3"', 'in which steps these words were in context, and why they are not any more'],
    load: () => import('../commands/why.ts'),
  },
  {
    name: 'left',
    topic: 'imported',
    summary: 'show what left the context at a compaction or anchor, what came back',
    operands: [tapeOperand],
    flags: [...WHICH, json],
    notes: [
      `${BEHIND} Without it the newest anchor or compaction is meant; with @next or @after:ENTRY too, held against that request.`,
      'What a summary is worded like is a lexical measure: rare words in common, no judgement.',
    ],
    example: ['tape left session.jsonl#80', 'what the request before entry 80 had in context and the one behind it had not'],
    load: () => import('../commands/left.ts'),
  },
  {
    name: 'fidelity',
    topic: 'imported',
    summary: 'hold the claims of a summary against the entries it is about',
    operands: [tapeOperand],
    flags: [...WHICH, json],
    notes: [`${BEHIND} Without it the newest anchor or compaction is meant.`, 'Facts and a lexical measure; no model is asked.'],
    example: ['tape fidelity session.jsonl#1', 'each claim with what it cites, and what nothing cites'],
    load: () => import('../commands/fidelity.ts'),
  },
];
