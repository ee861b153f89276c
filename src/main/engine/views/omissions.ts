import { bisect } from '../../../shared/model/bisect.ts';
import { figure } from '../../../shared/model/figure.ts';
import type { EntryRow, Omission } from '../../../shared/model/index.ts';
import type { PolicyChoice } from '../../../shared/model/policy.ts';
import { DANGLING, Flag, has } from '../../../shared/model/vocabulary.ts';
import { type Growth, weightBy } from '../formats/context/growth-state.ts';
import type { Scale } from '../formats/context/models.ts';
import { isThinking } from '../formats/context/rows.ts';
import type { Floor } from '../formats/context/selection.ts';
import { estimate } from '../formats/context/tokens.ts';
import type { Gap } from './conserve.ts';

export interface OmissionFacts {
  /** The first entry of the step. */
  before: number;
  /** The step looked at belongs to a sub-agent. */
  sidechain: boolean;
  /** The first step after an entry, where there is one. */
  stepAfter: (seq: number) => number | null;
  scale: Scale;
  choice: PolicyChoice;
  /** The budget of the policy in tokens; null for none. */
  budget: number | null;
  /** What the recorded sizes say. */
  growth: Growth | null;
  /** Where the chain of an agent that was started again ends, since its parent is not in the file. */
  ended: { seq: number; line: number } | null;
  /** What the blocks weigh, on either basis. */
  tokens: { counted: number; estimated: number };
}

/** A gap with its words and weight. The note reads on from the count: "12 entries" + "left at compaction 1 …". */
export function omissionOf(gap: Gap, facts: OmissionFacts): Omission {
  return {
    entries: gap.ranges,
    count: gap.count,
    reason: gap.reason,
    note: gap.floor ? floorNote(gap.floor, facts) : noteOf(gap, facts),
    byKind: gap.byKind,
    after: gap.after,
    tokens: gap.floor ? recordedWeight(gap.floor) : estimatedWeight(gap, facts),
    ...(gap.reason === 'cleared' && { basis: 'inferred' as const }),
  };
}

/** What a compaction recorded as the context before it is the one honest figure for what it left behind. */
const recordedWeight = ({ reason, anchor }: Floor): Omission['tokens'] => {
  const tokens = anchor.compaction?.preTokens ?? null;
  return reason === 'compacted' && tokens !== null ? { value: tokens, basis: 'recorded' } : null;
};

/** What an entry would weigh that could have been sent. */
export function weightIn(growth: Growth | null, row: EntryRow, scale: Scale): number {
  return (growth && weightBy(growth, row.seq)) ?? estimate(row, scale);
}

/** Bookkeeping would not weigh anything in a context; only what could have been sent is estimated. */
const estimatedWeight = (gap: Gap, { scale, growth }: OmissionFacts): Omission['tokens'] => {
  if (gap.weight !== undefined) return gap.weight === null ? null : { value: gap.weight, basis: 'estimated' };
  const sendable = gap.rows.filter((row) => has(row.flags, Flag.Sent));
  if (sendable.length === 0) return null;
  return { value: sendable.reduce((sum, row) => sum + weightIn(growth, row, scale), 0), basis: 'estimated' };
};

const floorNote = ({ reason, anchor, below }: Floor, facts: OmissionFacts): string => {
  if (reason !== 'compacted')
    return below > anchor.seq
      ? `up to and including the anchor ${anchor.name}; the context begins after it`
      : `before the anchor ${anchor.name}`;
  const step = facts.stepAfter(anchor.seq);
  const tokens = anchor.compaction?.preTokens ?? null;
  const weight = tokens === null ? '' : `; ${figure(tokens)} tokens were in context`;
  // Not all of them left there: some had never been sent, and a view does not look at each.
  return `before ${nameOf(anchor)}${step === null ? '' : ` at step ${figure(step)}`}${weight}`;
};

/** "compaction 1 · auto" as a person would say it: "compaction 1 (auto)". */
export function nameOf({ name, compaction }: Floor['anchor']): string {
  const [plain = name] = name.split(' · ');
  return compaction?.trigger ? `${plain} (${compaction.trigger})` : plain;
}

/** What `forgotten` leaves out. */
export const THOUGHT_BEFORE = 'thinking of earlier turns, not shown again';

const noteOf = (gap: Gap, facts: OmissionFacts): string => {
  if (gap.by !== null) return `left out by ${gap.by}`;
  switch (gap.reason) {
    case 'other-branch':
      return branchNote(gap, facts);
    case 'subagent':
      return 'work of a sub-agent, in its own context';
    case 'sidecar':
      return 'session bookkeeping, never sent';
    case 'excluded-by-writer':
      return gap.rows.length > 0 && gap.rows.every(isThinking) ? THOUGHT_BEFORE : 'excluded by the agent itself';
    case 'before-anchor':
      return 'before the anchor at which the context begins';
    case 'compacted':
      return 'left at a compaction';
    case 'over-budget':
      return budgetNote(facts);
    case 'cleared':
      return clearedNote(gap.rows, facts.growth);
    case 'written-later':
      return (gap.ranges[0]?.[0] ?? 0) < facts.before
        ? 'written after this request, by another run on the same tape'
        : 'written after this request was sent';
    case 'not-sent':
      return 'in another request, not in this one';
    case 'not-selected':
      return NOT_SELECTED[facts.choice.type] ?? 'bookkeeping, never sent';
  }
};

const NOT_SELECTED: Partial<Record<PolicyChoice['type'], string>> = {
  summary: 'not cited by the anchor and before the newest turn, or never sent',
  composed: 'not chosen by the policy, or never sent',
  memory: 'not recalled and before the newest turn, or never sent',
};

const budgetNote = ({ budget, tokens }: OmissionFacts): string => {
  if (budget === null) return 'over the token budget';
  const basis = [...(tokens.counted > 0 ? ['counted'] : []), ...(tokens.estimated > 0 ? ['estimated'] : [])].join(' and ');
  return `beyond the budget of ${figure(budget)} tokens, which holds ${figure(tokens.counted + tokens.estimated)} (${basis})`;
};

const clearedNote = (rows: readonly EntryRow[], growth: Growth | null): string => {
  const unsent = rows.flatMap(({ seq }) => growth?.unsent.get(seq) ?? []);
  const steps = [...new Set(unsent.map(({ step }) => step))];
  const since = steps.flatMap((step) => (step === null ? [] : [figure(step)])).join(', ');
  const [first] = unsent;
  const why = steps.length === 1 && first ? `: ${first.note}` : '';
  return `probably not sent since ${steps.length > 1 ? 'steps' : 'step'} ${since}${why}`;
};

/** Whether a gap holds an entry. */
export function holds({ ranges }: Pick<Gap, 'ranges'>, seq: number): boolean {
  const at = bisect(0, ranges.length, (each) => (ranges[each]?.[1] ?? 0) >= seq);
  return (ranges[at]?.[0] ?? Number.POSITIVE_INFINITY) <= seq;
}

const branchNote = (gap: Gap, facts: OmissionFacts): string => {
  const { rows } = gap;
  if (facts.sidechain && rows.some((row) => !has(row.flags, Flag.Sidechain))) return 'on the main chain, which a sub-agent does not see';
  const { ended } = facts;
  if (ended !== null && rows.every(({ seq }) => seq < ended.seq))
    return `before line ${figure(ended.line)}, at which the agent stopped when it resumed`;
  const starts = rows.filter((row) => row.parentSeq === null || row.parentSeq === DANGLING || !holds(gap, row.parentSeq));
  const parents = new Set(starts.map((row) => row.parentSeq));
  const [only] = parents;
  if (parents.size > 1) return `on ${parents.size} other branches`;
  return only === null || only === undefined || only === DANGLING ? 'on another branch' : `on another branch, from entry ${figure(only)}`;
};
