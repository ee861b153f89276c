import type { CompareBlock, ComparePair, CompareRun } from '../../../../shared/model/index.ts';

/** One line of the comparison: a run that is folded, or blocks that are next to each other (or next to nothing). */
export type Row =
  | { type: 'fold'; run: number; open: boolean }
  | { type: 'pair'; run: number; fate: CompareRun['type']; a: CompareBlock | null; b: CompareBlock | null };

/** The rows of a pair; runs in `open` are shown block by block although they could be folded. */
export function rowsOf({ runs, blocks }: Pick<ComparePair, 'runs' | 'blocks'>, open: ReadonlySet<number>): Row[] {
  return runs.flatMap((run, index) => {
    const rows: Row[] = run.fold ? [{ type: 'fold', run: index, open: open.has(index) }] : [];
    if (run.fold && !open.has(index)) return rows;
    for (let at = 0; at < run.count; at++) {
      const a = run.type === 'b' ? null : (blocks[0][run.a + at] ?? null);
      const b = run.type === 'a' ? null : (blocks[1][run.b + at] ?? null);
      rows.push({ type: 'pair', run: index, fate: run.type, a, b });
    }
    return rows;
  });
}

/** A difference is what a reader comes for: everything that is not alike on both sides. */
const differs = (row: Row): boolean => row.type === 'pair' && row.fate !== 'same';

/** The nearest row after (`by` 1) or before (-1) `from` at which a stretch of differences begins; null where there is none. */
export function differenceFrom(rows: readonly Row[], from: number, by: 1 | -1): number | null {
  for (let at = from + by; at >= 0 && at < rows.length; at += by) {
    const row = rows[at];
    const before = rows[at - 1];
    if (row && differs(row) && !(before && differs(before))) return at;
  }
  return null;
}

/** A piece of text on one side of a diff; `own` is only on this side. `null` stands for what was left out between. */
export type Piece = { text: string; own: boolean } | null;

/** Characters of shared text that are shown before and after a difference. */
const AROUND = 90;

const inner = (text: string, first: boolean, last: boolean): Piece[] => {
  if (text.length <= 2 * AROUND + 20) return [{ text, own: false }];
  const head: Piece[] = first ? [] : [{ text: text.slice(0, AROUND), own: false }];
  const tail: Piece[] = last ? [] : [{ text: text.slice(-AROUND), own: false }];
  return [...head, null, ...tail];
};

/** What one side of a text diff shows: its own words marked, long stretches that both have cut to their ends. */
export function piecesOf(segments: readonly { op: 'same' | 'a' | 'b'; text: string }[], side: 'a' | 'b'): Piece[] {
  const mine = segments.filter(({ op }) => op === 'same' || op === side);
  return mine.flatMap(({ op, text }, at) => (op === 'same' ? inner(text, at === 0, at === mine.length - 1) : [{ text, own: true }]));
}

/** The same, with nothing left out. */
export function wholeOf(segments: readonly { op: 'same' | 'a' | 'b'; text: string }[], side: 'a' | 'b'): Piece[] {
  return segments.flatMap(({ op, text }) => (op === 'same' || op === side ? [{ text, own: op === side }] : []));
}
