import { bisect } from '../../../../shared/model/bisect.ts';
import type { Residency, ResidencyGroups } from '../../../../shared/model/index.ts';
import { runsOf } from '../../../../shared/model/ledger.ts';

/** What the chart draws: bars in the order of their rows. A row is an entry that was ever in context, or a group of them. */
export interface Chart {
  readonly steps: number;
  readonly rows: number;
  /** Entry of each row, 0 for what is none, which comes before all entries; null where rows are groups. */
  readonly seqs: Uint32Array | null;
  /** Per bar, by row and then by step: its row, first and last step as indexes, and tokens. */
  readonly row: Uint32Array;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly tokens: ArrayLike<number>;
  /** First bar of a row; one more at the end. */
  readonly starts: Uint32Array;
  /** Tokens of the heaviest bar. */
  readonly heaviest: number;
}

type Stays = Pick<Residency, 'steps' | 'seq' | 'from' | 'to' | 'tokens' | 'outside'>;

/** A row for each entry, in their order; above them one for each part that is not an entry. */
export function chartOfEntries({ steps, seq, from, to, tokens, outside }: Stays): Chart {
  const above = outside.flatMap((column, at) => runsOf(column.tokens).map((run) => ({ ...run, row: at })));
  const first = above.length;
  const order = inOrder(inOrder(Uint32Array.from(seq.keys()), from), seq);
  const seqs = new Uint32Array(order.length);
  const row = new Uint32Array(order.length);
  let rows = 0;
  order.forEach((stay, at) => {
    const one = seq[stay] ?? 0;
    if (rows === 0 || seqs[rows - 1] !== one) {
      seqs[rows] = one;
      rows += 1;
    }
    row[at] = rows - 1 + outside.length;
  });
  const column = (key: 'row' | 'from' | 'to' | 'tokens', of: (at: number) => number): Uint32Array => {
    const values = new Uint32Array(first + order.length);
    for (const [at, run] of above.entries()) values[at] = run[key];
    for (const at of order.keys()) values[first + at] = of(at);
    return values;
  };
  const ofStays = (values: Uint32Array) => (at: number) => values[order[at] ?? 0] ?? 0;
  const entries = new Uint32Array(outside.length + rows);
  entries.set(seqs.subarray(0, rows), outside.length);
  return {
    ...withStarts(
      column('row', (at) => row[at] ?? 0),
      entries.length,
    ),
    ...{ steps: steps.length, seqs: entries },
    from: column('from', ofStays(from)),
    to: column('to', ofStays(to)),
    tokens: column('tokens', ofStays(tokens)),
    heaviest: peakOf(tokens),
  };
}

/** Places by ascending value, those of the same value in the order that they had: by counting, since there may be a million. */
const inOrder = (places: Uint32Array, values: Uint32Array): Uint32Array => {
  const next = new Uint32Array(peakOf(values) + 2);
  for (const value of values) next[value + 1] = (next[value + 1] ?? 0) + 1;
  for (let value = 1; value < next.length; value++) next[value] = (next[value] ?? 0) + (next[value - 1] ?? 0);
  const ordered = new Uint32Array(places.length);
  for (const place of places) {
    const value = values[place] ?? 0;
    const at = next[value] ?? 0;
    ordered[at] = place;
    next[value] = at + 1;
  }
  return ordered;
};

const peakOf = (values: Iterable<number>): number => {
  let most = 0;
  for (const value of values) if (value > most) most = value;
  return most;
};

/** A row for each group; its bars are its runs. */
export function chartOfGroups(steps: number, { rows, row, from, to, tokens }: ResidencyGroups): Chart {
  return {
    ...withStarts(row, rows.length),
    ...{ steps, seqs: null, from, to, tokens },
    heaviest: peakOf(tokens),
  };
}

const withStarts = (row: Uint32Array, rows: number): Pick<Chart, 'row' | 'rows' | 'starts'> => {
  const starts = new Uint32Array(rows + 1).fill(row.length);
  for (let bar = row.length - 1; bar >= 0; bar--) starts[row[bar] ?? 0] = bar;
  return { row, rows, starts };
};

/** Whether a row is not an entry, and no group of entries either. */
export function isOutside({ seqs }: Pick<Chart, 'seqs'>, row: number): boolean {
  return seqs?.[row] === 0;
}

/** The row of an entry; null where it has none. */
export function rowOfEntry({ seqs }: Pick<Chart, 'seqs'>, entry: number): number | null {
  const row = seqs === null ? -1 : nearestRow(seqs, entry);
  return seqs !== null && seqs[row] === entry ? row : null;
}

/** The row of an entry, or of the next one that has one. */
export function nearestRow(seqs: Uint32Array, entry: number): number {
  return Math.min(countUpTo(seqs, entry - 1), Math.max(0, seqs.length - 1));
}

/** Index of the step under the playhead: the last one that is not after it; −1 before the first. */
export function stepIndex(steps: Uint32Array, step: number): number {
  return countUpTo(steps, step) - 1;
}

/** How many of ascending values are not above `limit`. */
const countUpTo = (values: Uint32Array, limit: number): number => {
  return bisect(0, values.length, (at) => (values[at] ?? 0) > limit);
};

/** The first step of a row, and the first after its last bar; null where it is still there at the end. */
export function endsOf(chart: Chart, row: number): { first: number; left: number | null } | null {
  const first = chart.starts[row] ?? 0;
  const last = (chart.starts[row + 1] ?? 0) - 1;
  if (last < first) return null;
  const left = (chart.to[last] ?? 0) + 1;
  return { first: chart.from[first] ?? 0, left: left < chart.steps ? left : null };
}
