import { cpus, release, totalmem, type } from 'node:os';

/**
 * One measured figure next to its yardstick of the same run. The machines are noisy, so a target is always a ratio:
 * `ratio` is what `target` is held against, at least that much where `better` is 'higher', at most where it is 'lower'.
 */
export interface BenchRow {
  /** What was measured, for people: "structure ingest, Claude Code". */
  what: string;
  value: number;
  /** Unit of `value` and `yardstickValue`: 'MB/s', 'ms'. */
  unit: string;
  /** What it is compared with: "JSON.parse of the same lines". */
  yardstick: string;
  yardstickValue: number;
  ratio: number;
  /** The limit for `ratio`; null for a row that is for information only. */
  target: number | null;
  better: 'higher' | 'lower';
}

export interface BenchOptions {
  /** Small inputs and few rounds: shows that a bench works, not what it is worth. */
  quick: boolean;
}

/** What each file of bench/ exports as `run`. */
export type Bench = (options: BenchOptions) => Promise<BenchRow[]>;

/** The middle value; the mean of the middle two where there are two. NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  if (sorted.length % 2 === 1) return upper;
  return ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The value below which the share `p` (0 … 1) of all values is. NaN for none. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * p) - 1)] ?? Number.NaN;
}

/** Wall time of one call in milliseconds. */
export async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** A figure that is held against a limit in milliseconds, where there is no program to compare with. */
export function limitRow(what: string, value: number, limit: number): BenchRow {
  return {
    ...{ what, value, unit: 'ms', yardstick: 'its limit', yardstickValue: limit },
    ...{ ratio: value / limit, target: 1, better: 'lower' },
  };
}

/** True where the row keeps its target; null where it has none. A figure that is not a number keeps none. */
export function verdict(row: BenchRow): boolean | null {
  if (row.target === null) return null;
  return row.better === 'higher' ? row.ratio >= row.target : row.ratio <= row.target;
}

const short = (value: number): string => {
  if (!Number.isFinite(value)) return '–';
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
};

const HEAD = ['what', 'measured', 'yardstick in the same run', '', 'ratio', 'target', ''];

const cells = (row: BenchRow): string[] => {
  const kept = verdict(row);
  return [
    row.what,
    `${short(row.value)} ${row.unit}`,
    row.yardstick,
    `${short(row.yardstickValue)} ${row.unit}`,
    short(row.ratio),
    row.target === null ? '' : `${row.better === 'higher' ? '≥' : '≤'} ${short(row.target)}`,
    kept === null ? '' : kept ? '✓' : '✗',
  ];
};

const RIGHT = new Set([1, 3, 4, 5]);

/** All rows as one aligned table. */
export function formatTable(rows: readonly BenchRow[]): string {
  const lines = [HEAD, ...rows.map(cells)];
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  const render = (line: string[]): string =>
    line
      .map((cell, column) => (RIGHT.has(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd();
  return lines.map(render).join('\n');
}

/** The same rows as a Markdown table, for README. */
export function formatMarkdown(rows: readonly BenchRow[]): string {
  const line = (parts: readonly string[]): string => `| ${parts.join(' | ')} |`;
  const bar = HEAD.map((_, column) => (RIGHT.has(column) ? '--:' : '---'));
  return [HEAD, bar, ...rows.map(cells)].map(line).join('\n');
}

/** Where and when: the two facts without which a figure says nothing. */
export function machineLine(date: Date = new Date()): string {
  const cores = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const model = cores[0]?.model.trim() || process.arch;
  return `${cores.length} × ${model}, ${memory} GB, ${type()} ${release()}, Node ${process.versions.node}, ${date.toISOString().slice(0, 10)}`;
}
