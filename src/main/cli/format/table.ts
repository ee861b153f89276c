import type { Layout } from './style.ts';
import { displayWidth, pad, truncate } from './width.ts';

export interface Column {
  head: string;
  align?: 'left' | 'right';
  /** Takes what the others leave; its cells are cut to fit. One column of a table grows. */
  grows?: boolean;
  /** Cells are cut to this many columns, and further where a terminal is narrow. */
  max?: number;
}

/** A cell is text without control characters; the paint is put on after it was measured and cut. */
export interface Cell {
  text: string;
  paint?: (text: string) => string;
}

const GAP = 2;
/** A narrower growing column would say nothing; such a table runs over the edge instead. */
const LEAST = 12;
/** Columns with a `max` are cut down to this where there is no room. */
const LEAST_CUT = 6;

/** Takes columns away, from the widest of those that may be cut, until `excess` is gone or nothing more can go. */
const squeezed = (widths: readonly number[], columns: readonly Column[], excess: number): number[] => {
  const cut = [...widths];
  for (let left = excess; left > 0; left--) {
    const widest = cut.reduce(
      (best, width, at) => (columns[at]?.max !== undefined && width > LEAST_CUT && width > (cut[best] ?? 0) ? at : best),
      -1,
    );
    if (widest < 0) break;
    cut[widest] = (cut[widest] ?? 0) - 1;
  }
  return cut;
};

const widthsOf = (rows: readonly Cell[][], columns: readonly Column[], room: number): number[] => {
  const natural = columns.map(({ head, max }, at) => {
    const widest = rows.reduce((width, row) => Math.max(width, displayWidth(row[at]?.text ?? '')), displayWidth(head));
    return Math.min(max ?? Number.POSITIVE_INFINITY, widest);
  });
  const growing = columns.findIndex((column) => column.grows);
  const sum = (widths: readonly number[]): number =>
    widths.reduce((all, width, at) => all + (at === growing ? Math.min(width, LEAST) : width), GAP * (columns.length - 1));
  const fitted = squeezed(natural, columns, sum(natural) - room);
  if (growing < 0) return fitted;
  const others = sum(fitted) - Math.min(fitted[growing] ?? 0, LEAST);
  return fitted.map((width, at) => (at === growing ? Math.min(width, Math.max(LEAST, room - others)) : width));
};

/** Rows under a quiet head, aligned by display width and as wide as the terminal at most. */
export function table(rows: readonly Cell[][], columns: readonly Column[], { width, style }: Layout): string[] {
  const widths = widthsOf(rows, columns, width);
  const line = (cells: readonly Cell[]): string =>
    cells
      .map(({ text, paint }, at) => {
        const room = widths[at] ?? 0;
        const fitted = truncate(text, room);
        const padded = pad(fitted, room, columns[at]?.align);
        return paint ? padded.replace(fitted, () => paint(fitted)) : padded;
      })
      .join(' '.repeat(GAP))
      .trimEnd();
  return [line(columns.map(({ head }) => ({ text: head, paint: style.dim }))), ...rows.map(line)];
}
