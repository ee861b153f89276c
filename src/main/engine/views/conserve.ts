import type { EntryRow, OmissionReason } from '../../../shared/model/index.ts';
import { tally } from '../../../shared/model/tally.ts';
import { isThinking } from '../formats/context/rows.ts';
import type { Floor, Pick, Selection } from '../formats/context/selection.ts';

/** Omitted entries that are shown together, before words and weights are added. */
export interface Gap {
  reason: OmissionReason;
  /** Closed ranges of sequence numbers, ascending. */
  ranges: [number, number][];
  count: number;
  byKind: Record<string, number>;
  /** How many blocks come before it. */
  after: number;
  /** The part of a policy that left them out. */
  by: string | null;
  /** The known rows of the entries, in order; none for the entries below the floor. Of a view that is streamed the first one, and those that its branches begin with. */
  rows: EntryRow[];
  /** What those of them weigh that could have been sent, where only the first row is at hand. */
  weight?: number | null;
  floor: Floor | null;
}

export interface Conserved {
  picks: Pick[];
  gaps: Gap[];
}

/** Bookkeeping is listed once, at the end: hundreds of one-entry rows in between would hide what matters. */
const AT_THE_END: ReadonlySet<OmissionReason> = new Set(['sidecar', 'not-selected']);

/** More places than this in one context, and a reason is given once instead of in each place. */
const PLACES = 30;

/**
 * Turns a selection into blocks and omissions so that the conservation law holds by construction:
 * below the floor everything that is not picked is one gap, and from the floor on each number is visited once. `between`: what others wrote
 * while the step was answered, which is left out by name too.
 */
export function conserve(
  selection: Selection,
  first: number,
  rows: ReadonlyMap<number, EntryRow>,
  between: readonly EntryRow[] = [],
): Conserved {
  const picks = unique(selection.picks);
  const position = new Map(picks.map((pick, index) => [pick.seq, index]));
  const gaps = createGaps(keepRow);
  const start = Math.min(selection.floor?.below ?? 1, first);
  let after = Math.min(selection.lead, picks.length);
  const floor = selection.floor && start > 1 ? [belowFloor(selection.floor, start, picks, rows, after)] : [];
  for (let seq = start; seq < first; seq += 1) {
    const at = position.get(seq);
    if (at !== undefined) after = Math.max(after, at + 1);
    else gaps.leave(seq, rows.get(seq), { reason: reasonOf(selection, seq), by: selection.by?.get(seq) ?? null, after });
  }
  for (const row of between) if (!position.has(row.seq)) gaps.leave(row.seq, row, writtenBetween(picks.length));
  return { picks, gaps: gaps.all(picks.length, floor) };
}

/** How an entry is left out that was written after the request: it follows all blocks. */
export function writtenBetween(blocks: number): { reason: OmissionReason; by: null; after: number } {
  return { reason: 'written-later', by: null, after: blocks };
}

/** Why an entry that is not picked is left out. */
export function reasonOf({ reasons, otherwise }: Selection, seq: number): OmissionReason {
  return reasons.get(seq) ?? otherwise;
}

/** Collects what is left out, entry by entry in the order of the file; `keep` keeps what is to be said of a known row. */
export function createGaps(keep: (gap: Gap, row: EntryRow) => void) {
  const gaps = new Map<string, Gap>();
  const leave = (
    seq: number,
    row: EntryRow | undefined,
    { reason, by, after }: { reason: OmissionReason; by: string | null; after: number },
  ): void => {
    const stands = by === null && AT_THE_END.has(reason) ? Number.POSITIVE_INFINITY : after;
    const key = `${by ?? wordOf(reason, row)} ${stands}`;
    const gap = gaps.get(key) ?? emptyGap(reason, stands, by);
    gaps.set(key, gap);
    add(gap, seq);
    if (!row) return;
    tally(gap.byKind, row.kind, 1);
    keep(gap, row);
  };
  /** All of them in order, where this many blocks are in the context. */
  const all = (blocks: number, before: readonly Gap[] = []): Gap[] => {
    const placed = [...before, ...gaps.values()].map((gap) => ({ ...gap, after: Math.min(gap.after, blocks) }));
    return inOrder(
      gatherScattered(
        placed.filter((gap) => gap.count > 0),
        blocks,
      ),
    );
  };
  return { leave, all };
}

const keepRow = (gap: Gap, row: EntryRow): void => void gap.rows.push(row);

/** What is listed together: thinking that is not read again has its own words among what was removed. */
const wordOf = (reason: OmissionReason, row: EntryRow | undefined): string =>
  reason === 'excluded-by-writer' && isThinking(row) ? 'thinking' : reason;

/** Each entry once, where it is first. */
export function unique(picks: readonly Pick[]): Pick[] {
  const seen = new Set<number>();
  return picks.filter(({ seq }) => !seen.has(seq) && seen.add(seq));
}

const emptyGap = (reason: OmissionReason, after: number, by: string | null = null): Gap => ({
  reason,
  by,
  ranges: [],
  count: 0,
  byKind: {},
  after,
  rows: [],
  floor: null,
});

const add = (gap: Gap, seq: number): void => {
  const last = gap.ranges.at(-1);
  if (last && last[1] === seq - 1) last[1] = seq;
  else gap.ranges.push([seq, seq]);
  gap.count += 1;
};

/** Costs as much as there are picks below the floor, whatever the tape weighs. */
const belowFloor = (floor: Floor, below: number, picks: readonly Pick[], rows: ReadonlyMap<number, EntryRow>, after: number): Gap => {
  const kept = picks
    .map((pick) => pick.seq)
    .filter((seq) => seq >= 1 && seq < below)
    .sort((a, b) => a - b);
  const gap = { ...emptyGap(floor.reason, after), floor, count: below - 1 - kept.length, byKind: kindsBelow(floor, below, kept, rows) };
  let next = 1;
  for (const seq of [...kept, below]) {
    if (seq > next) gap.ranges.push([next, seq - 1]);
    next = seq + 1;
  }
  return gap;
};

const kindsBelow = (floor: Floor, below: number, kept: readonly number[], rows: ReadonlyMap<number, EntryRow>): Record<string, number> => {
  const kinds = { ...floor.anchor.before };
  const anchorRow = rows.get(floor.anchor.seq);
  if (floor.anchor.seq < below && anchorRow) tally(kinds, anchorRow.kind, 1);
  for (const seq of kept) {
    const kind = rows.get(seq)?.kind;
    if (kind !== undefined && Object.hasOwn(kinds, kind)) tally(kinds, kind, -1);
  }
  return Object.fromEntries(Object.entries(kinds).filter(([, count]) => count > 0));
};

const gatherScattered = (gaps: readonly Gap[], end: number): Gap[] => {
  const places = Map.groupBy(gaps, ({ reason, rows, by }) => by ?? wordOf(reason, rows[0]));
  return [...places.values()].flatMap((same) => (same.length > PLACES ? [merged(same, end)] : same));
};

const merged = (gaps: readonly Gap[], after: number): Gap => {
  const all = emptyGap(gaps[0]?.reason ?? 'not-selected', after, gaps[0]?.by);
  for (const gap of gaps) {
    for (const range of gap.ranges) all.ranges.push(range);
    all.count += gap.count;
    if (gap.weight !== undefined) all.weight = sum(all.weight, gap.weight);
    all.rows.push(...gap.rows);
    for (const [kind, count] of Object.entries(gap.byKind)) tally(all.byKind, kind, count);
  }
  return all;
};

const sum = (a: number | null | undefined, b: number | null): number | null => (a == null ? b : a + (b ?? 0));

const isLast = ({ reason, by }: Gap): boolean => by === null && AT_THE_END.has(reason);

const startOf = (gap: Gap): number => gap.ranges[0]?.[0] ?? 0;

/** In the order of the context; in one place the earlier entry first, bookkeeping last. */
const inOrder = (gaps: Gap[]): Gap[] =>
  gaps.sort((a, b) => a.after - b.after || Number(isLast(a)) - Number(isLast(b)) || startOf(a) - startOf(b));
