import type { AnchorRow } from '../../../shared/model/index.ts';
import { composedOf, type PolicyChoice } from '../../../shared/model/policy.ts';
import type { PlaceRow } from '../formats/context/place-row.ts';
import type { Selectors } from '../formats/context/rules.ts';
import type { AnchorName, Finding, Material, Pick, Selection } from '../formats/context/selection.ts';
import { compose } from './compose.ts';

/** A whole policy under the rules of one format: its origin, with what its parts make of it. */
export interface PolicySelector {
  /** The first entry that `select` wants to have in `rows`. */
  from(step: PlaceRow, anchors: readonly AnchorRow[]): number;
  byRow?: true;
  /** Pure. Null where it needs more than it asked for: it is then called again with everything. */
  select(material: Material): Selection | null;
}

/** Picks with the results that only their placeholders were sent of, where their calls are among the picks. */
function withPlaceholders(picks: readonly Pick[], offered: readonly Pick[], rows: Material['rows']): Pick[] {
  const shown = new Set(picks.map(({ seq }) => seq));
  const calls = new Set(picks.flatMap(({ seq }) => rows.get(seq)?.calls ?? []));
  const after = new Map<number, Pick[]>();
  let before = 0;
  for (const pick of offered) {
    if (shown.has(pick.seq)) before = pick.seq;
    else if (rows.get(pick.seq)?.results.some((call) => calls.has(call))) after.set(before, [...(after.get(before) ?? []), pick]);
  }
  return picks.flatMap((pick) => [pick, ...(after.get(pick.seq) ?? [])]);
}

const NO_NAME: AnchorName = { name: '' };

/** The policy as one selector. Parts shrink or add to what is read, never to what happened. */
export function selectorOf(selectors: Selectors, choice: PolicyChoice): PolicySelector {
  const composed = composedOf(choice);
  const { origin, parts } = composed;
  const { from, select, byRow } = selectors[origin.type];
  const name = origin.type === 'from-anchor' ? origin : NO_NAME;
  const start = (step: PlaceRow, anchors: readonly AnchorRow[]): number => from(step, anchors, name);
  const shown = (material: Material): Selection | null => select({ ...material, choice: origin }, name);
  if (parts.length === 0) return { from: start, select: shown, ...(byRow && { byRow }) };
  return {
    from: start,
    select: (material) => {
      const whole = shown(material);
      return whole && told(material, compose(material, whole, composed));
    },
  };
}

/** With the sentences of the hints, and those of the origin in words that fit. What is left of a chain is none. */
const told = ({ choice, hints, rows }: Material, { trail: _chain, sent: _sent, offered, ...selection }: Selection): Selection => ({
  ...selection,
  ...(offered && { offered: withPlaceholders(selection.picks, offered, rows) }),
  findings: [
    ...selection.findings.map((finding): Finding => (finding.type === 'no-anchor' ? { ...finding, policy: choice.type } : finding)),
    ...(hints.notes ?? []).map((text): Finding => ({ type: 'note', text })),
  ],
});
