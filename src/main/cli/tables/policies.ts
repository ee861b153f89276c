import type { Command } from '../command.ts';
import { json, POLICIES } from '../flags.ts';

/** Policies that people gave names to. */
export const POLICY_NAMES: readonly Command[] = [
  {
    name: 'policy',
    topic: 'imported',
    summary: 'list policies that have a name; save or forget one',
    operands: [
      { name: 'WHAT', required: false, offers: ['list', 'set', 'remove'] },
      { name: 'NAME', required: false },
      { name: 'LINE', required: false },
    ],
    flags: [{ name: 'tape', value: 'ID', offers: 'file', description: 'of this tape; a file works too' }, json],
    notes: [
      'A name works wherever a policy does: --policy lean, or as a beginning: --policy "@lean + pin:#12".',
      'Those of a native tape are in the config.json of its workspace; all others are in the settings.',
      POLICIES,
    ],
    example: ['tape policy set lean "last-anchor + budget:8000:cited"', 'then: tape view --next --policy lean'],
    load: () => import('../commands/policy.ts'),
  },
];
