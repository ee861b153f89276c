import type { Problem } from '../../../../shared/model/index.ts';
import { formatNumber } from '../../ui/format.ts';
import { latencyOf } from '../conversation/gutter.ts';
import type { Columns } from '../tape/columns.ts';
import { LANE, SIDE } from '../tape/lanes.ts';
import { atLeast, moreThan } from '../tape/search.ts';

/** Rows of a list: all entries of a tape, or those of some kinds. */
export interface Listed {
  readonly count: number;
  /** Entry numbers of the rows; null where row `i` is entry `i + 1`. */
  readonly seqs: Uint32Array | null;
  /** Rows are of some steps alone, so that what is between two of them is in neither page. */
  readonly scattered?: true;
}

export const PAGE = 100;
/** Height of a row in pixels. */
export const ROW = 26;

/** The entries of the given kinds from `first` to `last`; all of them where none is given. The columns know every kind, so the length is known at once. */
export function listOf(
  held: Pick<Columns, 'entries' | 'kind' | 'kinds'>,
  kinds: ReadonlySet<string>,
  [first, last] = [1, held.entries],
): Listed {
  if (kinds.size === 0 && first === 1 && last === held.entries) return { count: held.entries, seqs: null };
  const wanted = held.kinds.map((kind) => kinds.size === 0 || kinds.has(kind));
  const seqs = new Uint32Array(held.entries);
  let count = 0;
  for (let i = first - 1; i < last; i++) if (wanted[held.kind[i] ?? 0]) seqs[count++] = i + 1;
  return { count, seqs: seqs.subarray(0, count) };
}

/** Those of the rows whose entries begin at one of these steps or follow it before the next one. */
export function ofSteps(
  listed: Listed,
  { stepFirst, steps, entries }: Pick<Columns, 'stepFirst' | 'steps' | 'entries'>,
  wanted: readonly number[],
): Listed {
  const seqs = wanted.flatMap((step) => {
    const from = rowFrom(listed, stepFirst[step - 1] ?? entries + 1);
    const to = step < steps ? rowFrom(listed, stepFirst[step] ?? entries + 1) : listed.count;
    return Array.from({ length: Math.max(0, to - from) }, (_, at) => seqOfRow(listed, from + at));
  });
  return { count: seqs.length, seqs: Uint32Array.from(seqs), scattered: true };
}

export function seqOfRow(listed: Listed, row: number): number {
  return listed.seqs === null ? row + 1 : (listed.seqs[row] ?? 0);
}

/** The first row whose entry is `seq` or a later one; `count` if there is none. */
export function rowFrom(listed: Listed, seq: number): number {
  return listed.seqs === null ? Math.max(0, Math.min(listed.count, seq - 1)) : atLeast(listed.seqs, listed.count, seq);
}

/** Entry numbers at which the pages begin that hold the rows first … last. */
export function pageStarts(listed: Listed, first: number, last: number): number[] {
  if (listed.scattered) return scatteredStarts(listed, first, last);
  const starts: number[] = [];
  const end = Math.min(last, listed.count - 1);
  for (let page = Math.floor(Math.max(0, first) / PAGE); page * PAGE <= end; page++) starts.push(seqOfRow(listed, page * PAGE));
  return starts;
}

/** Pages of all entries, those that hold a row. */
const scatteredStarts = ({ seqs, count }: Listed, first: number, last: number): number[] => {
  const starts = new Set<number>();
  for (let row = Math.max(0, first); row <= Math.min(last, count - 1); row++)
    starts.add(Math.floor(((seqs?.[row] ?? 1) - 1) / PAGE) * PAGE + 1);
  return [...starts];
};

/** How often each kind occurs from one entry to another, the most frequent first. */
export function kindCounts(
  held: Pick<Columns, 'entries' | 'kind' | 'kinds'>,
  [from, to]: readonly [number, number] = [1, held.entries],
): { kind: string; count: number }[] {
  const counts = new Uint32Array(held.kinds.length);
  for (let seq = from; seq <= to; seq++) {
    const kind = held.kind[seq - 1] ?? 0;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return held.kinds.map((kind, index) => ({ kind, count: counts[index] ?? 0 })).sort((a, b) => b.count - a.count);
}

/** The step to select for an entry: its own, else the first one that could have read it, else the newest. */
export function stepFor(held: Pick<Columns, 'steps' | 'stepFirst'>, seq: number, own: number | null): number | null {
  if (own !== null) return own;
  return held.steps === 0 ? null : Math.min(held.steps, moreThan(held.stepFirst, held.steps, seq) + 1);
}

/** Unreadable lines between the row above, at line `above`, and a row at `line`. */
export function brokenBefore(problems: readonly Problem[], above: number, line: number): Problem[] {
  return problems.filter((problem) => problem.outcome === 'unreadable' && problem.line > above && problem.line < line);
}

/** "after unreadable lines 7 to 9": one mark for all of them, so that the row keeps its own words. */
export function brokenWords(broken: readonly Problem[]): string {
  const lines = [...new Set(broken.map(({ line }) => line))];
  const first = lines[0] ?? 0;
  const last = lines.at(-1) ?? first;
  if (lines.length === 1) return `after unreadable line ${formatNumber(first)}`;
  const inARow = last - first === lines.length - 1;
  return inARow
    ? `after unreadable lines ${formatNumber(first)} to ${formatNumber(last)}`
    : `after ${formatNumber(lines.length)} unreadable lines`;
}

/** Milliseconds that an answer or a result took since the entry before; null for all else, and where the log does not say. */
export function tookOf(held: Pick<Columns, 'time' | 'lanes' | 'missing'>, seq: number): number | null {
  const lane = held.lanes.codes[seq - 1] ?? LANE.other;
  const waits = lane === LANE.failed || ([LANE.assistant, LANE.call, LANE.result] as number[]).includes(lane % SIDE);
  return waits && held.missing.length === 0 ? latencyOf(held, seq) : null;
}
