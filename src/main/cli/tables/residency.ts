import type { Command } from '../command.ts';
import { json, tapeOperand, WHICH } from '../flags.ts';

/** The command about when things were in context, and what that cost. */
export const RESIDENCY: readonly Command[] = [
  {
    name: 'residency',
    topic: 'imported',
    summary: 'show when entries were in context, why they left, what cost most',
    operands: [tapeOperand],
    flags: [
      {
        name: 'policy',
        value: 'P',
        offers: ['as-recorded', 'last-anchor', 'full'],
        description: 'as-recorded (default), last-anchor, full, from-anchor:NAME, compact:TOKENS, summary, memory:WORDS',
      },
      {
        name: 'by',
        value: 'ROWS',
        offers: ['entry', 'phase', 'file', 'tool'],
        description: 'what a row is: entry (default), phase, file or tool',
      },
      { name: 'limit', value: 'N', description: 'rows to print, 1 to 1,000 (default: 20)' },
      ...WHICH,
      json,
    ],
    notes: ['The costliest rows come first: tokens × steps in context, estimated. Files are those that tool calls name.'],
    example: ['tape residency session.jsonl --by tool', 'what each tool added to the context, and for how long'],
    load: () => import('../commands/residency.ts'),
  },
];
