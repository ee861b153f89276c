import type { EntryRow, OmissionReason } from '../../../../shared/model/index.ts';
import { Flag, has } from '../../../../shared/model/vocabulary.ts';
import { isSent, linear } from './anchors.ts';
import type { CameBetween } from './chain-rules.ts';
import { PLAIN_HABITS } from './habits.ts';
import type { Begins, EvidenceRules, Rules } from './rules.ts';
import type { Selector } from './selection.ts';
import { PLAIN_STATES } from './states.ts';

/** What the agent had left out of its list by a request: entries before it (`before`, in order) with the reason; `own` are the entries of the request. */
export type Gone = (before: readonly EntryRow[], own: readonly EntryRow[]) => ReadonlyMap<number, OmissionReason>;

interface List {
  evidence: EvidenceRules;
  lacking?: Rules['lacking'];
  begins?: Begins;
  /** Absent where nothing ever leaves the list. */
  gone?: Gone;
  /** Whether the entries between two requests leave those before them in place. Without it, each list is decided as a whole. */
  grows?: (came: CameBetween) => boolean;
  /** `gone` looks at all entries of a request, and not at the first alone. */
  readsOwn?: boolean;
  /** Entries that are sent in the place of an earlier one, by that one's number: summaries. */
  moved?: (before: readonly EntryRow[]) => ReadonlyMap<number, number>;
}

const all = linear(isSent);

const NOWHERE: ReadonlyMap<number, number> = new Map();

const without = (gone: Gone, moved: NonNullable<List['moved']>): Selector => ({
  from: () => 1,
  select(material, name) {
    const selection = all['as-recorded'].select(material, name);
    if (selection === null) return null;
    const before = [...material.rows.values()].filter(({ seq }) => seq < material.step.first).sort((a, b) => a.seq - b.seq);
    const left = gone(before, material.own);
    const places = moved(before);
    const placeOf = (seq: number): number => (places.get(seq) ?? seq + 0.5) - 0.25;
    return {
      ...selection,
      picks: selection.picks.filter(({ seq }) => !left.has(seq)).sort((a, b) => placeOf(a.seq) - placeOf(b.seq)),
      reasons: new Map([...selection.reasons, ...left]),
    };
  },
});

/** Rules for tapes that are one list of messages in the order in which the agent sends them. */
export function listRules({
  evidence,
  lacking = () => [],
  begins = 'start',
  gone,
  grows,
  moved = () => NOWHERE,
  readsOwn = false,
}: List): Rules {
  return {
    ...(grows && {
      continues: (came) => (grows(came) ? came.rows.filter((row) => isSent(row) && !has(row.flags, Flag.Sidecar | Flag.Sidechain)) : null),
    }),
    selectors: gone === undefined ? all : { ...all, 'as-recorded': without(gone, moved) },
    ...{ evidence, lacking, begins, ownPrompt: readsOwn, tree: false, ordered: true, chain: null },
    ...{ habits: PLAIN_HABITS, states: PLAIN_STATES },
  };
}
