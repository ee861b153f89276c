import { useEffectEvent, useMemo, useState } from 'react';
import { useScroll } from '../entries/scroll/useScroll.ts';
import type { Columns } from '../tape/columns.ts';
import type { Conversation } from './conversation.ts';
import { type Heights, heightsOf } from './heights.ts';
import { type Grown, ROW, type Structure, structureOf } from './structure.ts';

/** Pixels above and below the view that are drawn ahead. */
const AHEAD = 200;
/** Space below the last row. */
export const END = 24;
const GUESS = { message: 76, other: 28 };

/** The rows that were shown last of a tape that only grows, by `since` of its columns. */
const structures = new WeakMap<object, Grown>();

/** The rows of a branch. While the tape grows they cost what is new, and where the view is opened again nothing. */
export function useStructure(held: Columns, isOn: (step: number) => boolean): Grown {
  return useMemo(() => {
    const rows = structureOf(held, isOn, structures.get(held.since) ?? null);
    structures.set(held.since, rows);
    return rows;
  }, [held, isOn]);
}

/** What is known of the heights of some rows, by their lineage. */
interface Drawn {
  readonly rows: Structure;
  readonly heights: Heights;
  /** By entry. */
  readonly known: Map<number, number>;
}
const drawings = new WeakMap<object, Drawn>();

/** Which rows are on screen, and where: their heights are known only when they have been drawn. What is read stays where it is as they come. */
export function useRows({ rows, held }: Pick<Conversation, 'rows' | 'held'>) {
  const [, setDrawn] = useState(0);
  const { heights, known } = drawnOf(rows, held.kinds.indexOf('message'));
  const scroll = useScroll(heights.total() + END);
  const first = Math.max(0, heights.rowAt(Math.max(0, scroll.offset - AHEAD)));
  const drawn: number[] = [];
  if (scroll.view > 0)
    for (let row = first; row < rows.count && heights.topOf(row) < scroll.offset + scroll.view + AHEAD; row++) drawn.push(row);
  const onHeight = useEffectEvent((row: number, height: number) => {
    const by = heights.set(row, height);
    const above = heights.topOf(row) + height - by <= scroll.offset;
    known.set(rows.seq[row] ?? 0, height);
    if (by === 0) return;
    setDrawn((before) => before + 1);
    if (!above) return;
    scroll.scrollTo(scroll.offset + by);
  });
  const items = drawn.map((row) => ({ index: row, top: heights.topOf(row), key: `${rows.what[row]} ${rows.seq[row]}` }));
  return { heights, items, scroll, onHeight };
}

/** Heights of the rows. Of those that only grew, the ones that are settled are kept as they are. */
const drawnOf = (rows: Structure, message: number): Drawn => {
  const before = drawings.get(rows.lineage);
  if (before?.rows === rows) return before;
  const known = before?.known ?? new Map<number, number>();
  const guess = (row: number): number => known.get(rows.seq[row] ?? 0) ?? (isSaid(rows, row, message) ? GUESS.message : GUESS.other);
  const heights = before?.heights ?? heightsOf(rows.count, guess);
  before?.heights.grow(before.rows.settled, rows.count, guess);
  const drawn = { rows, heights, known };
  drawings.set(rows.lineage, drawn);
  return drawn;
};

const isSaid = (rows: Structure, row: number, message: number): boolean => rows.what[row] === ROW.entry && rows.kind[row] === message;
