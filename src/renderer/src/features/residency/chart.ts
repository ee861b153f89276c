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

interface Answer extends Stays {
  groups: ResidencyGroups | null;
}

const charts = new WeakMap<Answer, Chart>();

/** What the chart draws of an answer, made once for it. */
export function chartOf(answer: Answer): Chart {
  const known = charts.get(answer);
  if (known !== undefined) return known;
  const chart = answer.groups === null ? chartOfEntries(answer) : chartOfGroups(answer.steps.length, answer.groups);
  charts.set(answer, chart);
  return chart;
}

/** A row for each entry, in their order; above them one for each part that is not an entry. */
export function chartOfEntries({ outside, steps, ...stays }: Stays): Chart {
  const { seq, from, to, tokens } = inOrder(stays);
  const above = outside.flatMap((column, at) => runsOf(column.tokens).map((run) => ({ ...run, row: at })));
  const first = above.length;
  const seqs = new Uint32Array(outside.length + seq.length);
  const row = new Uint32Array(first + seq.length);
  let rows = outside.length;
  let newest = 0;
  for (let at = 0; at < seq.length; at++) {
    const one = seq[at] ?? 0;
    if (one !== newest) {
      seqs[rows] = one;
      rows += 1;
      newest = one;
    }
    row[first + at] = rows - 1;
  }
  const withAbove = (key: 'from' | 'to' | 'tokens', values: Uint32Array): Uint32Array => {
    if (first === 0) return values;
    const all = new Uint32Array(first + values.length);
    for (const [at, run] of above.entries()) all[at] = run[key];
    all.set(values, first);
    return all;
  };
  for (const [at, run] of above.entries()) row[at] = run.row;
  return {
    ...withStarts(row, rows),
    ...{ steps: steps.length, seqs: seqs.subarray(0, rows) },
    ...{ from: withAbove('from', from), to: withAbove('to', to), tokens: withAbove('tokens', tokens) },
    heaviest: peakOf(tokens),
  };
}

type Columns = Pick<Stays, 'seq' | 'from' | 'to' | 'tokens'>;

/** Stays by entry, and those of one entry by step, as most answers have them. */
const inOrder = (stays: Columns): Columns => {
  if (isInOrder(stays)) return stays;
  const order = sortedBy(sortedBy(Uint32Array.from(stays.seq.keys()), stays.from), stays.seq);
  const of = (values: Uint32Array): Uint32Array<ArrayBuffer> => {
    const ordered = new Uint32Array(order.length);
    for (let at = 0; at < order.length; at++) ordered[at] = values[order[at] ?? 0] ?? 0;
    return ordered;
  };
  return { seq: of(stays.seq), from: of(stays.from), to: of(stays.to), tokens: of(stays.tokens) };
};

const isInOrder = ({ seq, from }: Columns): boolean => {
  for (let at = 1; at < seq.length; at++) {
    const more = (seq[at] ?? 0) - (seq[at - 1] ?? 0);
    if (more < 0 || (more === 0 && (from[at] ?? 0) < (from[at - 1] ?? 0))) return false;
  }
  return true;
};

/** Places by ascending value, those of the same value in the order that they had: by counting, since there may be a million. */
const sortedBy = (places: Uint32Array, values: Uint32Array): Uint32Array => {
  const next = new Uint32Array(peakOf(values) + 2);
  for (let at = 0; at < values.length; at++) {
    const after = (values[at] ?? 0) + 1;
    next[after] = (next[after] ?? 0) + 1;
  }
  for (let value = 1; value < next.length; value++) next[value] = (next[value] ?? 0) + (next[value - 1] ?? 0);
  const ordered = new Uint32Array(places.length);
  for (let place = 0; place < places.length; place++) {
    const value = values[places[place] ?? 0] ?? 0;
    const at = next[value] ?? 0;
    ordered[at] = places[place] ?? 0;
    next[value] = at + 1;
  }
  return ordered;
};

const peakOf = (values: ArrayLike<number>): number => {
  let most = 0;
  for (let at = 0; at < values.length; at++) most = Math.max(most, values[at] ?? 0);
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
