import type { Policy } from '../../../shared/model/index.ts';
import { formatNumber } from './format.ts';
import type { Option } from './Select.tsx';

/** Budgets in tokens that are offered; any other can be typed. */
const BUDGETS = [8000, 32_000, 100_000];

const BASIC: readonly Option<Policy>[] = [
  { value: 'as-recorded', label: 'as recorded', hint: 'what the agent’s own rules sent' },
  { value: 'last-anchor', label: 'from the last anchor', hint: 'the newest anchor before the step, and all since' },
  { value: 'full', label: 'full', hint: 'everything before the step' },
];

const compact = (budget: number): Option<Policy> => ({
  value: `compact:${budget}`,
  label: `compact to ${formatNumber(budget)}`,
  hint: 'the anchor’s state, and the newest turns that fit',
});

const memory = (query: string): Option<Policy> => ({
  value: `memory:${query}`,
  label: query === '' ? 'memory of …' : `memory of “${query}”`,
  hint: 'the anchor’s state, what is found, and the newest turn',
});

/** The policies that a reader can choose for a tape with these anchors, the recorded one first; `now` is always among them. */
export const policyOptions = (anchors: readonly string[], now: Policy = 'as-recorded'): Option<Policy>[] => {
  const budget = budgetOf(now);
  const budgets = [...new Set([...BUDGETS, ...(budget === null ? [] : [budget])])].sort((a, b) => a - b);
  return [
    ...BASIC,
    ...budgets.map(compact),
    { value: 'summary', label: 'summary and its sources', hint: 'the anchor’s state, what it cites, and the newest turn' },
    memory(queryOf(now) ?? ''),
    ...[...new Set(anchors)].map(
      (name): Option<Policy> => ({ value: `from-anchor:${name}`, label: `from ${name}`, hint: 'as if it had started there' }),
    ),
  ];
};

/** What a policy is called. */
export const policyWords = (policy: Policy): string =>
  policyOptions(policy.startsWith('from-anchor:') ? [policy.slice('from-anchor:'.length)] : [], policy).find(
    (option) => option.value === policy,
  )?.label ?? policy;

/** The tokens of `compact`; null for any other policy. */
export const budgetOf = (policy: Policy): number | null => (policy.startsWith('compact:') ? Number(policy.slice('compact:'.length)) : null);

/** The words of `memory`, '' where they are still to come; null for any other policy. */
export const queryOf = (policy: Policy): string | null => (policy.startsWith('memory:') ? policy.slice('memory:'.length) : null);

/** "8,000", "8 000" and "8000" as tokens; null for what is no budget. */
export const readBudget = (text: string): number | null => {
  const digits = text.replace(/[\s,.’']/g, '');
  const budget = Number(digits);
  return /^\d+$/.test(digits) && budget >= 1 && Number.isSafeInteger(budget) ? budget : null;
};

/** The policy after this one; those that ask for more and the named anchors are left to the list. */
export const policyAfter = (policy: Policy): Policy => {
  const turning = BASIC.map((option) => option.value);
  return turning[(turning.indexOf(policy) + 1) % turning.length] ?? 'as-recorded';
};
