import type { TapeRow } from '../../../shared/model/index.ts';
import type { Catalog } from '../catalog/types.ts';
import { QUARTER, quarterAt, type Spent } from '../pages/spent.ts';

/** What one tape adds to the sums of a library. */
export interface Part {
  tape: TapeRow;
  spent: readonly Spent[];
  /** Quarters of an hour in which it was compacted. */
  compacted: readonly number[];
}

/** Whether there is anything in a row. */
export function isSpent(row: Spent): boolean {
  return row.slice(2, -1).some((figure) => figure !== 0);
}

/** Whether a row counts its tape on its day: one without requests of its own is of the day that it ended. */
export function isCounted(tape: TapeRow, row: Spent): boolean {
  return isSpent(row) || tape.steps === 0;
}

/** A pause that no day fits into, however short the clocks make it. */
const SHORT = 20 * 3_600_000;

/** When a tape was at work, by what counts it on a day: stretches from … until in milliseconds, in order. Shorter pauses are part of them. */
export function busyOf({ tape, spent, compacted }: Part): [number, number][] {
  const counted = spent.flatMap((row) => (isCounted(tape, row) ? [row[0]] : []));
  const stretches: [number, number][] = [];
  for (const quarter of [...counted, ...compacted].filter((one) => one >= 0).sort((a, b) => a - b)) {
    const [from, until] = [quarter * QUARTER, (quarter + 1) * QUARTER];
    const last = stretches.at(-1);
    if (last === undefined || from - last[1] > SHORT) stretches.push([from, until]);
    else last[1] = until;
  }
  return stretches;
}

/** The same with the figures from `from` on negative: what is taken away. */
const less = ([quarter, model, ...figures]: Spent): Spent => {
  const [size = 0] = figures.splice(-1);
  return [quarter, model, ...figures.map((figure) => -figure), size] as Spent;
};

/**
 * What the tape's row counts and no step does: requests for summaries, sizes that a copy took over. It goes with the end of the tape, so that
 * parts add up to the row.
 */
const restOf = (tape: TapeRow, cost: number, spent: readonly Spent[]): Spent => {
  const sum = (at: number): number => spent.reduce((all, row) => all + (row[at] as number), 0);
  const { input, output, cacheRead, cacheWrite } = tape.usage;
  const usage = [input - sum(5), output - sum(6), cacheRead - sum(7), cacheWrite - sum(8)] as const;
  const dollars = cost - sum(10);
  return [quarterAt(tape.ended), tape.model, 0, 0, 0, ...usage, 0, Math.abs(dollars) < 1e-9 ? 0 : dollars, 0, 0];
};

/** A row of the catalog is another object whenever anything about its tape changed, and the same as long as nothing did: its part is read once, whoever asks. */
const kept = new WeakMap<TapeRow, Part>();

/** Adds up the parts of tapes from what the catalog has of them. */
export function createParts(catalog: Pick<Catalog, 'spent'>): (tape: TapeRow) => Part {
  return (tape) => {
    const known = kept.get(tape);
    if (known !== undefined) return known;
    const { spent, copied, cost, compacted } = catalog.spent(tape);
    const own = [...spent, ...copied.map(less)].map((row): Spent => {
      const [quarter, ...figures] = row;
      return [quarter < 0 ? quarterAt(tape.ended ?? tape.started) : quarter, ...figures];
    });
    const part = { tape, spent: [...own, restOf(tape, cost, own)], compacted: compacted.map(quarterAt) };
    kept.set(tape, part);
    return part;
  };
}
