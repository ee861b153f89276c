import type { Policy } from '../../../shared/model/index.ts';
import type { Option } from './Select.tsx';

/** The policies that a reader can choose for a tape with these anchors, the recorded one first. */
export const policyOptions = (anchors: readonly string[]): Option<Policy>[] => [
  { value: 'as-recorded', label: 'as recorded', hint: 'what the agent’s own rules sent' },
  { value: 'last-anchor', label: 'from the last anchor', hint: 'the newest anchor before the step, and all since' },
  { value: 'full', label: 'full', hint: 'everything before the step' },
  ...[...new Set(anchors)].map(
    (name): Option<Policy> => ({ value: `from-anchor:${name}`, label: `from ${name}`, hint: 'as if it had started there' }),
  ),
];

/** The policy after this one; the named anchors are left to the list. */
export const policyAfter = (policy: Policy): Policy => {
  const turning = policyOptions([]).map((option) => option.value);
  return turning[(turning.indexOf(policy) + 1) % turning.length] ?? 'as-recorded';
};
