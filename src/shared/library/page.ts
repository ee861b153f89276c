import type { LibraryRow, RowHeights, Totals } from '../model/index.ts';
import { placeOf } from './names.ts';

/** All rows with where they are: row `i` begins at pixel `tops[i]`, the last element is the height of them all. */
export interface Laid {
  readonly rows: readonly LibraryRow[];
  readonly tops: Uint32Array;
  indexOf(key: string): number | undefined;
}

export function heightOf(row: LibraryRow, heights: RowHeights): number {
  return row.type === 'tape' ? (row.nested ? heights.nested : heights.tape) : heights[row.type];
}

export function layOut(rows: readonly LibraryRow[], heights: RowHeights): Laid {
  const tops = new Uint32Array(rows.length + 1);
  for (const [at, row] of rows.entries()) tops[at + 1] = (tops[at] ?? 0) + heightOf(row, heights);
  let indices: Map<string, number> | null = null;
  return {
    rows,
    tops,
    indexOf(key) {
      indices ??= new Map(rows.map((row) => [row.key, row.index]));
      return indices.get(key);
    },
  };
}

/** A row that is to be in the page: by its key, `by` rows further; or by its number. */
export type Show = { key: string; by?: number | undefined } | { index: number };

export interface Stretch {
  /** First pixel, and how many of them. */
  from: number;
  height: number;
  /** Rows that are on screen, and where they begin there. What they have moved by since, the page moves by. */
  seen: readonly { key: string; top: number }[];
  show?: Show | undefined;
}

export interface Page {
  rows: (LibraryRow & { top: number })[];
  /** How many rows there are, and how tall they are together. */
  count: number;
  height: number;
  /** Pixels that what was seen has moved down by. */
  moved: number;
  /** Number of the row that was to be shown; null where there is none such. */
  shown: number | null;
}

/** The last row that begins at or before a pixel. */
const rowAt = (tops: Uint32Array, pixel: number): number => {
  let [from, to] = [0, Math.max(0, tops.length - 2)];
  while (from < to) {
    const middle = (from + to + 1) >> 1;
    if ((tops[middle] ?? 0) <= pixel) from = middle;
    else to = middle - 1;
  }
  return from;
};

/** How far the rows on screen have moved: as far as the one that moved least, since others may have been sorted away. */
const movedBy = ({ tops, indexOf }: Laid, seen: Stretch['seen']): number => {
  let least: number | null = null;
  for (const { key, top } of seen) {
    const index = indexOf(key);
    if (index === undefined) continue;
    const moved = (tops[index] ?? 0) - top;
    if (least === null || Math.abs(moved) < Math.abs(least)) least = moved;
  }
  return least ?? 0;
};

const indexToShow = ({ rows, indexOf }: Laid, show: Show | undefined): number | null => {
  if (show === undefined || rows.length === 0) return null;
  const index = 'index' in show ? show.index : indexOf(show.key);
  if (index === undefined) return null;
  return Math.min(rows.length - 1, Math.max(0, index + ('by' in show ? (show.by ?? 0) : 0)));
};

/** The rows in a stretch of pixels, whole; with a row to show that is not in it, those around that row. */
export function pageOf(laid: Laid, { from, height, seen, show }: Stretch): Page {
  const { rows, tops } = laid;
  const all = tops.at(-1) ?? 0;
  const shown = indexToShow(laid, show);
  const moved = movedBy(laid, seen);
  const fitted = (pixel: number): number => Math.max(0, Math.min(pixel, all - height));
  let start = fitted(from + moved);
  const top = shown === null ? start : (tops[shown] ?? 0);
  if (shown !== null && (top < start || (tops[shown + 1] ?? 0) > start + height)) start = fitted(top - height / 2);
  const page: Page['rows'] = [];
  for (let at = rowAt(tops, start); at < rows.length && (tops[at] ?? 0) < start + height; at++)
    page.push({ ...(rows[at] as LibraryRow), top: tops[at] ?? 0 });
  return { rows: page, count: rows.length, height: all, moved, shown };
}

/** What a page of a table has besides its rows; undefined for a tree. */
export function tablePart({ totals, names }: { totals?: Totals; names?: ReadonlyMap<string, string> }, rows: readonly LibraryRow[]) {
  if (totals === undefined || names === undefined) return undefined;
  const paths = rows.flatMap((row) => (row.type === 'tape' ? [placeOf(row.tape)] : []));
  return { totals, names: Object.fromEntries(paths.map((path) => [path, names.get(path) ?? path])) };
}
