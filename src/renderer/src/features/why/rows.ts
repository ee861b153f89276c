import { bisect } from '../../../../shared/model/bisect.ts';
import type { Residency, WhyItem } from '../../../../shared/model/index.ts';

/** A piece of a row, in shares of the chart's width. */
export interface Piece {
  left: number;
  width: number;
}

/** A row of the answer: an entry that has the text, or all the entries between two of them. */
export type Row =
  | { item: WhyItem; bars: Piece[]; fate: Piece | null }
  | { between: number; first: number; silhouettes: (Piece & { seq: number })[] };

/** Lines that stand for the entries between two matches, however many they are. */
const MOST_LINES = 8;

interface Axis {
  /** The index of the first looked-at step that is not before a step. */
  at(step: number): number;
  steps: number;
}

const axisOf = (steps: Uint32Array): Axis => ({
  steps: Math.max(1, steps.length),
  at(step) {
    return bisect(0, steps.length, (at) => (steps[at] ?? 0) >= step);
  },
});

const pieceOf = (from: number, to: number, { steps }: Axis): Piece => ({ left: from / steps, width: Math.max(0.002, (to - from) / steps) });

/** Where a step begins on the chart, as a share of its width. */
export function placeOf(steps: Uint32Array, step: number): number {
  return Math.min(1, axisOf(steps).at(step) / Math.max(1, steps.length));
}

/** Steps that had an entry in context, of those that were looked at. */
export function stepsHeld({ seq, from, to }: Pick<Residency, 'seq' | 'from' | 'to'>, entry: number): number {
  let steps = 0;
  for (let at = seq.indexOf(entry); at >= 0; at = seq.indexOf(entry, at + 1)) steps += (to[at] ?? 0) - (from[at] ?? 0) + 1;
  return steps;
}

/** Rows of an answer in the order of writing, what is between them folded. */
export function rowsOf(items: readonly WhyItem[], residency: Pick<Residency, 'steps' | 'seq' | 'from' | 'to' | 'tape'>): Row[] {
  const axis = axisOf(residency.steps);
  const shown = items.filter(({ tape }) => tape === residency.tape).toSorted((a, b) => a.entry - b.entry);
  const others = staysBetween(
    residency,
    shown.map(({ entry }) => entry),
  );
  const rows: Row[] = [];
  for (const [at, item] of [...shown, null].entries()) {
    const between = others[at];
    if (between !== undefined && between.entries > 0)
      rows.push({
        between: between.entries,
        first: between.first,
        silhouettes: between.pieces.map(({ seq, from, to }) => ({ seq, ...pieceOf(from, to + 1, axis) })),
      });
    if (item)
      rows.push({ item, bars: item.in.map(([from, to]) => pieceOf(axis.at(from), axis.at(to) + 1, axis)), fate: fateOf(item, axis) });
  }
  return [...rows, ...items.filter(({ tape }) => tape !== residency.tape).map((item): Row => ({ item, bars: [], fate: null }))];
}

/** From the cut on, to the end of the chart. */
const fateOf = ({ now, by }: WhyItem, axis: Axis): Piece | null => {
  if (now || by?.step == null) return null;
  const from = axis.at(by.step);
  return from >= axis.steps ? null : pieceOf(from, axis.steps, axis);
};

const staysBetween = ({ seq, from, to }: Pick<Residency, 'seq' | 'from' | 'to'>, wanted: readonly number[]) => {
  const groups = Array.from({ length: wanted.length + 1 }, () => ({
    entries: 0,
    first: 0,
    stays: [] as number[],
  }));
  const own = new Set(wanted);
  const seen = new Uint8Array(seq.reduce((most, one) => Math.max(most, one), 0) + 1);
  let place = 0;
  for (let at = 0; at < seq.length; at++) {
    const one = seq[at] ?? 0;
    if (own.has(one)) continue;
    // Entries mostly come one after the other.
    if (one > (wanted[place] ?? Number.POSITIVE_INFINITY) || one < (wanted[place - 1] ?? 0))
      place = bisect(0, wanted.length, (other) => (wanted[other] ?? 0) >= one);
    const group = groups[place];
    if (group === undefined) continue;
    if (seen[one] === 0) {
      if (group.entries === 0) group.first = one;
      group.entries += 1;
    }
    seen[one] = 1;
    group.stays.push(at);
  }
  return groups.map(({ stays, ...group }) => ({
    ...group,
    pieces: sample(stays).map((at) => ({ seq: seq[at] ?? 0, from: from[at] ?? 0, to: to[at] ?? 0 })),
  }));
};

const sample = <T>(list: readonly T[]): T[] => {
  const every = Math.max(1, Math.ceil(list.length / MOST_LINES));
  return list.filter((_, at) => at % every === 0);
};
