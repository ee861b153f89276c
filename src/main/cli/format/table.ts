import type { Layout } from './layout.ts';
import { displayWidth, pad, truncate } from './width.ts';

export interface Column {
  head: string;
  align?: 'left' | 'right';
  /** Takes what the others leave; its cells are cut to fit. One column of a table grows. */
  grows?: boolean;
  /** Cells are cut to this many columns. */
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

const widthsOf = (rows: readonly Cell[][], columns: readonly Column[], room: number): number[] => {
  const natural = columns.map(({ head, max }, at) => {
    const widest = rows.reduce((width, row) => Math.max(width, displayWidth(row[at]?.text ?? '')), displayWidth(head));
    return Math.min(max ?? Number.POSITIVE_INFINITY, widest);
  });
  const growing = columns.findIndex((column) => column.grows);
  if (growing < 0) return natural;
  const others = natural.reduce((sum, width, at) => sum + (at === growing ? 0 : width), GAP * (columns.length - 1));
  return natural.map((width, at) => (at === growing ? Math.min(width, Math.max(LEAST, room - others)) : width));
};

/** Rows under a quiet head, aligned by display width and as wide as the terminal at most. */
export const table = (rows: readonly Cell[][], columns: readonly Column[], { width, style }: Layout): string[] => {
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
};
