import { useEffectEvent, useMemo, useRef, useState } from 'react';
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

/** The rows of a branch. While the tape grows they cost what is new. */
export function useStructure(held: Columns, isOn: (step: number) => boolean): Grown {
  const before = useRef<Grown | null>(null);
  return useMemo(() => {
    before.current = structureOf(held, isOn, before.current);
    return before.current;
  }, [held, isOn]);
}

/** Which rows are on screen, and where: their heights are known only when they have been drawn. What is read stays where it is as they come. */
export function useRows({ rows, held }: Pick<Conversation, 'rows' | 'held'>) {
  const known = useRef(new Map<number, number>());
  const [, setDrawn] = useState(0);
  const message = held.kinds.indexOf('message');
  const heights = useHeights(
    rows,
    (row) => known.current.get(rows.seq[row] ?? 0) ?? (isSaid(rows, row, message) ? GUESS.message : GUESS.other),
  );
  const scroll = useScroll(heights.total() + END);
  const first = Math.max(0, heights.rowAt(Math.max(0, scroll.offset - AHEAD)));
  const drawn: number[] = [];
  if (scroll.view > 0)
    for (let row = first; row < rows.count && heights.topOf(row) < scroll.offset + scroll.view + AHEAD; row++) drawn.push(row);
  const onHeight = useEffectEvent((row: number, height: number) => {
    const by = heights.set(row, height);
    const above = heights.topOf(row) + height - by <= scroll.offset;
    known.current.set(rows.seq[row] ?? 0, height);
    if (by === 0) return;
    setDrawn((before) => before + 1);
    if (!above) return;
    scroll.scrollTo(scroll.offset + by);
  });
  const items = drawn.map((row) => ({ index: row, top: heights.topOf(row), key: `${rows.what[row]} ${rows.seq[row]}` }));
  return { heights, items, scroll, onHeight };
}

/** Heights of the rows. Of those that only grew, the ones that are settled are kept as they are. */
const useHeights = (rows: Structure, guess: (row: number) => number): Heights => {
  const before = useRef<{ rows: Structure; heights: Heights } | null>(null);
  if (before.current?.rows === rows) return before.current.heights;
  const kept = before.current?.rows.lineage === rows.lineage ? before.current : null;
  const heights = kept?.heights ?? heightsOf(rows.count, guess);
  kept?.heights.grow(kept.rows.settled, rows.count, guess);
  before.current = { rows, heights };
  return heights;
};

const isSaid = (rows: Structure, row: number, message: number): boolean => rows.what[row] === ROW.entry && rows.kind[row] === message;
