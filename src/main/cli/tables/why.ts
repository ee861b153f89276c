import type { Command } from '../arguments.ts';
import { json, POINTS, tapeOperand, WHICH } from '../flags.ts';

/** Commands that say why a context is what it is: what came and went, what a compaction left, what a summary is true to. */
export const WHY: readonly Command[] = [
  {
    name: 'changes',
    topic: 'imported',
    summary: 'show what came, went and changed between two steps, and why',
    operands: [tapeOperand],
    flags: [
      { name: 'against', value: 'STEP', description: 'the step to hold it against (default: the request before)' },
      {
        name: 'policy',
        value: 'P',
        offers: ['as-recorded', 'last-anchor', 'full'],
        description: 'as with tape view (default: as-recorded)',
      },
      ...WHICH,
      json,
    ],
    notes: [`${POINTS} Without it the newest step is meant.`, 'All weights are estimates: no source is read for them.'],
    example: ['tape changes session.jsonl@12', 'what step 12 saw that the request before did not, and what was gone'],
    load: () => import('../commands/changes.ts'),
  },
];
