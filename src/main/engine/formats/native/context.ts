import type { EntryRow } from '../../../../shared/model/index.ts';
import { Flag, has } from '../../../../shared/model/vocabulary.ts';
import { handed } from '../bub/states.ts';
import { isSent, linear } from '../context/anchors.ts';
import { PLAIN_HABITS } from '../context/habits.ts';
import type { Rules } from '../context/rules.ts';
import type { Material, Pick, Selector } from '../context/selection.ts';
import { PLAIN_STATES, type StateRules } from '../context/states.ts';

/** Where a piece of a tape was copied as a file of its own, its entries have the numbers that they have in the whole tape. */
const nativeStates: StateRules = {
  ...PLAIN_STATES,
  numbered: true,
  noLines: 'a native tape has no lines of its own',
  isPiece: (file) => file.endsWith('.jsonl'),
  handed,
};

/** The anchor is in the context with its state: that is what a handoff is for. */
const policies = linear((row) => isSent(row) || row.kind === 'anchor');

/** A corrected entry and its correction both stay in the context, and each says so. */
const telling = ({ from, select }: Selector): Selector => ({
  byRow: true,
  from,
  select: (material, name) => {
    const selection = select(material, name);
    if (selection === null) return null;
    const corrected = correctedBy(material);
    const tell = (pick: Pick): Pick => {
      const why = standing(material.rows.get(pick.seq), corrected.get(pick.seq));
      return why === null ? pick : { ...pick, why };
    };
    return { ...selection, picks: selection.picks.map(tell) };
  },
});

/** The newest correction before the step, by the entry that it corrects. */
export function correctedBy({ rows, step }: Material): Map<number, number> {
  const found = new Map<number, number>();
  for (const { seq, corrects } of rows.values()) if (corrects !== undefined && seq < step.first) found.set(corrects, seq);
  return found;
}

const standing = (row: EntryRow | undefined, by: number | undefined): string | null => {
  if (by !== undefined) return `corrected by entry ${by}`;
  return row?.corrects === undefined ? null : `corrects entry ${row.corrects}, which stays as it is`;
};

/** A message without a run is none of a step's prompts, also where the opening of the request does not name its run. */
const asksUnnamed = ({ kind, role, flags }: EntryRow): boolean => kind === 'message' && role === 'user' && !has(flags, Flag.StepPrompt);

const POLICY = 'The last anchor with its state, then the entries after it: the policy of native tapes.';

/** How native tapes become contexts. What is in front of a model is rebuilt from the last anchor, so that is what counts as recorded. */
export const nativeRules: Rules = {
  selectors: {
    'as-recorded': telling(policies['last-anchor']),
    'last-anchor': telling(policies['last-anchor']),
    'from-anchor': telling(policies['from-anchor']),
    full: telling(policies.full),
  },
  ownPrompt: true,
  isBetween: (row, { step }) => row.step !== step || asksUnnamed(row),
  tree: false,
  begins: 'anchor',
  evidence: { step: POLICY, next: POLICY },
  // Whoever reads a tape puts a context together from it: nobody did it yet.
  ordered: false,
  gathers: true,
  lacking: () => [],
  habits: PLAIN_HABITS,
  chain: null,
  states: nativeStates,
};
