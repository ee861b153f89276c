import type { EntryRow } from '../../../shared/model/index.ts';
import type { Catalog } from '../catalog/types.ts';
import { anchorsUpTo } from '../formats/context/anchors.ts';
import type { Material, Pick, Selection } from '../formats/context/selection.ts';
import { anchorsBefore, betweenIn, type Chosen, lateIn, ownOf, type Request, type RowSource } from './material.ts';

/** Entries that are at hand at once. */
export const RUN = 1024;

/** The entries of a tape before `first`, a run at a time; it can be gone through again. */
export function createRuns(catalog: Entries, tape: string, first: number, length = RUN): Iterable<EntryRow[]> {
  return {
    *[Symbol.iterator]() {
      for (let from = 1; from < first; from += length) yield catalog.entries(tape, from, Math.min(from + length, first));
    },
  };
}

/** What is read of the catalog. */
export type Entries = { [K in 'entries']: Catalog[K] };

export interface Picked {
  pick: Pick;
  row: EntryRow;
}

/** Some entries in the order of the file and, in the order of the context, those of them that are in it. */
export interface Part {
  rows: readonly EntryRow[];
  picked: readonly Picked[];
  /** Why the others are not; null for what belongs to the request itself, of which nothing is left out. */
  selection: Selection | null;
}

/** What `full` chooses of the entries of a list, a run at a time. */
export interface Judged {
  /** The decision without any entry before the request. */
  frame: Chosen;
  /** What the request itself logged: its system prompt and its prompt. */
  ownPicks: readonly Picked[];
  /** Of one run. */
  judge(rows: readonly EntryRow[]): Selection;
  /** The system prompt, all runs and the prompt. */
  parts(): Iterable<Part>;
}

/** Asks the rules of `full` about each run by itself, which judge each entry by itself (`byRow`). */
export function judgeRuns(request: Request, source: RowSource, runs: Iterable<EntryRow[]>): Judged {
  const { rules, choice, step } = request;
  const selector = rules.selectors.full;
  const anchors = anchorsBefore(request, step);
  const own = ownOf(request, source);
  // An entry may be corrected in a later run.
  const corrections: EntryRow[] = [];
  for (const run of runs) for (const row of run) if (row.corrects !== undefined) corrections.push(row);
  const select = (rows: readonly EntryRow[], from: number, mine: readonly EntryRow[]): Chosen => {
    const to = from + rows.length;
    const byEntry = new Map(rows.map((row) => [row.seq, row]));
    const late = lateIn(rules, step, byEntry);
    for (const row of corrections) byEntry.set(row.seq, row);
    const material: Material = {
      ...{ step, from, to, late, choice, own: mine, rows: byEntry, agentTape: request.agentTape, hints: {} },
      ...{ anchors: anchors.slice(anchorsUpTo(anchors, from - 1), anchorsUpTo(anchors, to)), steps: new Map(), brought: new Map() },
    };
    const selection = selector.select(material, { name: '' });
    if (selection === null) throw new Error('A policy that judges each entry by itself could not decide.');
    return { material, selection };
  };
  const { material, selection } = select([], step.first, own);
  const frame = { material: { ...material, anchors, between: betweenIn(request, source) }, selection };
  const ownRows = new Map(own.map((row) => [row.seq, row]));
  const ownPicks = withRows(selection.picks, ownRows);
  const judge = (rows: readonly EntryRow[]): Selection => select(rows, rows[0]?.seq ?? step.first, []).selection;
  return {
    ...{ frame, ownPicks, judge },
    *parts() {
      yield { rows: [], picked: ownPicks.slice(0, selection.lead), selection: null };
      for (const rows of runs) {
        const chosen = judge(rows);
        yield { rows, picked: withRows(chosen.picks, new Map(rows.map((row) => [row.seq, row]))), selection: chosen };
      }
      yield { rows: own, picked: ownPicks.slice(selection.lead), selection: null };
    },
  };
}

export function withRows(picks: readonly Pick[], rows: ReadonlyMap<number, EntryRow>): Picked[] {
  return picks.flatMap((pick) => {
    const row = rows.get(pick.seq);
    return row ? [{ pick, row }] : [];
  });
}
