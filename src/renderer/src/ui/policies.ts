import type { AnchorName, Policy } from '../../../shared/model/index.ts';
import { isPolicy, parsePolicy } from '../../../shared/model/policy.ts';
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

/** What a list offers: policies, and two that still ask for something. */
export type Offer = Policy | 'compact:';

/** An anchor to begin at. */
type Beginning = Pick<AnchorName, 'name' | 'seq'>;

/** One of a name goes by it; of several each goes by its number, since the name alone means the newest. */
const fromAnchor = ({ name, seq }: Beginning, alone: boolean): Option<Policy> =>
  alone
    ? { value: `from-anchor:${name}`, label: `from ${name}`, hint: 'as if the context began there' }
    : {
        value: `from-anchor:#${seq}`,
        label: `from ${name} #${formatNumber(seq)}`,
        hint: 'as if the context began there; others have this name',
      };

/** For a tape with these anchors, the recorded one first. The same for every choice: only the anchors differ. */
export function policyOptions(anchors: readonly Beginning[]): Option<Offer>[] {
  const named = new Map<string, number>();
  for (const { name } of anchors) named.set(name, (named.get(name) ?? 0) + 1);
  return [
    ...BASIC,
    ...BUDGETS.map(compact),
    { value: 'compact:', label: 'compact to …', hint: 'another budget, in tokens' },
    { value: 'summary', label: 'summary and its sources', hint: 'the anchor’s state, what it cites, and the newest turn' },
    { value: 'memory:', label: 'memory of …', hint: 'the anchor’s state, the hits, and the newest turn' },
    ...anchors.map((anchor) => fromAnchor(anchor, named.get(anchor.name) === 1)),
  ];
}

/** The chosen offer where a field next to it holds its budget or its words: they are not said twice. */
export function besideField(option: Option<Offer>): Option<Offer> {
  if (option.value.startsWith('compact:')) return { ...option, shown: 'compact to' };
  return option.value === 'memory:' ? { ...option, shown: 'memory of' } : option;
}

/** The offer that a policy is one of. */
export function offerOf(policy: Policy): Offer {
  const budget = budgetOf(policy);
  if (budget !== null && !BUDGETS.includes(budget)) return 'compact:';
  return queryOf(policy) === null ? policy : 'memory:';
}

/** What a policy is called. */
export function policyWords(policy: Policy): string {
  const [budget, query] = [budgetOf(policy), queryOf(policy)];
  if (budget !== null) return compact(budget).label;
  if (query !== null) return `memory of “${query}”`;
  const anchors = policy.startsWith('from-anchor:') ? [{ name: policy.slice('from-anchor:'.length), seq: 0 }] : [];
  return policyOptions(anchors).find((option) => option.value === policy)?.label ?? policy;
}

/** The tokens of `compact`; null for any other policy. */
export function budgetOf(policy: Policy): number | null {
  const [, tokens] = /^compact:(\d+)$/.exec(policy) ?? [];
  return tokens === undefined ? null : Number(tokens);
}

/** The words of `memory`; null for any other policy. */
export function queryOf(policy: Policy): string | null {
  return policy.startsWith('memory:') && !isComposed(policy) ? policy.slice('memory:'.length) : null;
}

/** Whether a policy has parts that no list offers: it is shown as its line. */
export function isComposed(policy: Policy): boolean {
  return isPolicy(policy) && parsePolicy(policy, () => 'full').type === 'composed';
}

/** Figures, with or without a mark before every third; whatever else has a point or a comma may be half a token, or a slip. */
const WHOLE = /^\d+$|^\d{1,3}(?:[\s,.’']\d{3})+$/;

/** "8,000", "8 000" and "8000" as tokens; null for what is not a budget, as "8000.5" is none. */
export function readBudget(text: string): number | null {
  const budget = Number(text.replace(/\D/g, ''));
  return WHOLE.test(text.trim()) && budget >= 1 && Number.isSafeInteger(budget) ? budget : null;
}

/** The policy after this one: those that ask for nothing, and the one that was last asked for; other budgets and named anchors are left to the list. */
export function policyAfter(policy: Policy, asked: Policy | null = null): Policy {
  const turning: Policy[] = [...BASIC.map((option) => option.value), 'summary', ...(asked === null ? [] : [asked])];
  return turning[(turning.indexOf(policy) + 1) % turning.length] ?? 'as-recorded';
}
