import type { Command } from '../command.ts';
import { json, POLICIES } from '../flags.ts';

/** Policies that people gave names to. */
export const POLICY_NAMES: readonly Command[] = [
  {
    name: 'policy',
    topic: 'imported',
    summary: 'list saved policies; save or remove one',
    operands: [
      { name: 'WHAT', required: false, offers: ['list', 'set', 'remove'] },
      { name: 'NAME', required: false },
      { name: 'LINE', required: false },
    ],
    flags: [{ name: 'tape', value: 'ID', offers: 'file', description: 'of this tape; a file works too' }, json],
    notes: [
      'A name works wherever a policy does: --policy lean, or as a beginning: --policy "@lean + pin:#12".',
      'The policies of a native tape are in its workspace’s config.json; all others are in the settings.',
      POLICIES,
    ],
    example: ['tape policy set lean "last-anchor + budget:8000:cited"', 'then: tape view --next --policy lean'],
    load: () => import('../commands/policy.ts'),
  },
];
