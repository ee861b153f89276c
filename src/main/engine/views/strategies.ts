import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { withinBudget } from './compact.ts';
import type { Brought } from './hints.ts';
import { anchorOf, groupsOf, partsOf, rowFinder } from './kept.ts';
import type { PolicyChoice } from './policy.ts';
import type { Finding, Material, Pick, Selection, Selector } from './selection.ts';

type Strategy = 'compact' | 'summary' | 'memory';
export type Selectors = Record<PolicyChoice['type'], Selector>;
type Plain = Record<Exclude<PolicyChoice['type'], Strategy>, Selector>;

/**
 * The strategies (DESIGN.md §7) for the rules of any format. Each begins with what `last-anchor` shows and shrinks what is read, never what
 * happened.
 */
export const withStrategies = (plain: Plain): Selectors => {
  const { from, select } = plain['last-anchor'];
  const strategy = (shrink: (material: Material, whole: Selection) => Selection): Selector => ({
    from,
    select: (material, name) => {
      const whole = select(material, name);
      return whole && told(material, shrink(material, whole));
    },
  });
  return {
    ...plain,
    compact: strategy((material, whole) =>
      withinBudget(material, whole, material.choice.type === 'compact' ? material.choice.budget : Number.MAX_SAFE_INTEGER),
    ),
    summary: strategy((material, whole) => gathered(material, whole, citedBy(material, whole))),
    memory: strategy((material, whole) => gathered(material, whole, recalled(material))),
  };
};

/** With the sentences of the hints, and those of `last-anchor` in words that fit. What is left of a chain is none. */
const told = ({ choice, hints }: Material, { trail: _chain, ...selection }: Selection): Selection => ({
  ...selection,
  findings: [
    ...selection.findings.map((finding): Finding => (finding.type === 'no-anchor' ? { ...finding, policy: choice.type } : finding)),
    ...(hints.notes ?? []).map((text): Finding => ({ type: 'note', text })),
  ],
});

/** What the state of the anchor cites; nothing without one. Throws TapeError('refused') where nobody read the anchor. */
const citedBy = (material: Material, whole: Selection): readonly Brought[] => {
  if (material.hints.cited || anchorOf(material, whole) === null) return material.hints.cited ?? [];
  throw new TapeError(
    'refused',
    'The policy summary has to read what each anchor cites, so it is shown for one step at a time: look at it in the context view.',
  );
};

const recalled = ({ hints }: Material): readonly Brought[] => {
  if (hints.recalled) return hints.recalled;
  throw new TapeError(
    'refused',
    'The policy memory asks the index anew at each step, so it is shown for one step at a time: look at it in the context view.',
  );
};

/** The state of the anchor, what is brought in, in file order, and the newest turn. Calls of the turn stay with their results. Pure. */
const gathered = (material: Material, whole: Selection, brought: readonly Brought[]): Selection => {
  const { state, prompt, turn } = partsOf(material, whole);
  const kept = new Set<number>();
  for (const places of groupsOf(rowFinder(material), whole.picks))
    if (places.some((at) => at >= turn || state.has(at) || prompt.has(at))) for (const at of places) kept.add(at);
  const why = new Map(brought.map((one) => [one.seq, one.why]));
  const tell = (pick: Pick): Pick => {
    const words = why.get(pick.seq);
    return words === undefined ? pick : { ...pick, why: pick.why === undefined ? words : `${pick.why}; ${words}` };
  };
  const keptSeqs = new Set([...kept].map((at) => whole.picks[at]?.seq));
  const known = new Map(whole.picks.map((pick) => [pick.seq, pick]));
  const coming = [...why.keys()]
    .filter((seq) => !keptSeqs.has(seq) && seq < material.step.first && (material.brought.has(seq) || material.rows.has(seq)))
    .sort((a, b) => a - b);
  const behind = [...state].at(-1) ?? -1;
  const part = (wanted: (at: number) => boolean): Pick[] => whole.picks.filter((_, at) => kept.has(at) && wanted(at)).map(tell);
  return {
    ...whole,
    picks: [...part((at) => at <= behind), ...coming.map((seq): Pick => tell(known.get(seq) ?? { seq })), ...part((at) => at > behind)],
    reasons: withReason(whole, new Set([...keptSeqs, ...coming])),
  };
};

const withReason = ({ picks, reasons }: Selection, kept: ReadonlySet<number | undefined>): Selection['reasons'] => {
  const all = new Map(reasons);
  for (const { seq } of picks) if (!kept.has(seq)) all.set(seq, 'not-selected');
  return all;
};
