import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type Followed, useAim } from '../entries/scroll/useAim.ts';
import { useScroll } from '../entries/scroll/useScroll.ts';
import type { Columns } from '../tape/columns.ts';
import type { Conversation } from './conversation.ts';
import { type Heights, heightsOf, type Range, rangeAt } from './heights.ts';
import { type Grown, ROW, rowOfEntry, type Structure, structureOf } from './structure.ts';

/** Pixels above and below the view that are drawn ahead. */
const AHEAD = 200;
/** Space below the last row. */
const END = 24;
const GUESS = { message: 76, other: 28 };

const NOTHING: Followed = { head: null, way: '', entry: null, selections: 0 };

/** The rows that were shown last of a tape that only grows, by `since` of its columns. */
const structures = new WeakMap<object, Grown>();

/** Entries of a tape whose rows, worked out and drawn at once for the first time, would be a pause that a hand feels. */
const LONG = 20_000;

/**
 * The rows of a branch; null for the moment until those of a long tape are worked out, in a task of their own. While the tape grows they cost
 * what is new, and where the view is opened again nothing.
 */
export function useStructure(held: Columns, isOn: (step: number) => boolean): Grown | null {
  const [ready, setReady] = useState(held.entries <= LONG || structures.has(held.since));
  const work = useEffectEvent(() => void grown(held, isOn));
  useEffect(() => {
    if (ready) return;
    let timer = setTimeout(() => {
      work();
      timer = setTimeout(() => setReady(true));
    });
    return () => clearTimeout(timer);
  }, [ready]);
  return useMemo(() => (ready ? grown(held, isOn) : null), [ready, held, isOn]);
}

const grown = (held: Columns, isOn: (step: number) => boolean): Grown => {
  const rows = structureOf(held, isOn, structures.get(held.since) ?? null);
  structures.set(held.since, rows);
  return rows;
};

/** What is known of the heights of some rows, by their lineage. */
interface Drawn {
  readonly rows: Structure;
  readonly heights: Heights;
  /** By entry. */
  readonly known: Map<number, number>;
}
const drawings = new WeakMap<object, Drawn>();

/**
 * Which rows are on screen, and where: their heights are known only when they have been drawn. What is read stays where it is as they come,
 * and rows that are drawn stay drawn for as long as they fill the view, so that few are drawn again as heights come in.
 */
export function useRows({ rows, held }: Pick<Conversation, 'rows' | 'held'>, followed: Followed = NOTHING) {
  const [, setDrawn] = useState(0);
  const { heights, known } = drawnOf(rows, held.kinds.indexOf('message'));
  const list = { total: heights.total() + END, topOf: heights.topOf, rowOf: (seq: number) => rowOfEntry(rows, seq) };
  const scroll = useScroll(list.total);
  const { offset, leave, chose } = useAim(scroll, list, followed);
  const { first, end } = useRange(heights, offset, scroll.view);
  const grown = useRef(0);
  const keepPlace = useEffectEvent(() => {
    if (grown.current === 0) return;
    const next = scroll.now() + grown.current;
    grown.current = 0;
    scroll.scrollTo(next);
  });
  // After the layout effects of the rows, which report their heights.
  useLayoutEffect(() => keepPlace());
  const onHeight = useEffectEvent((row: number, height: number) => {
    const by = heights.set(row, height);
    known.set(rows.seq[row] ?? 0, height);
    if (by === 0) return;
    setDrawn((before) => before + 1);
    if (heights.topOf(row) + height - by > offset) return;
    grown.current += by;
    // Where the browser reports heights nothing is drawn again before the next frame.
    queueMicrotask(keepPlace);
  });
  const items = Array.from({ length: end - first }, (_, at) => {
    const row = first + at;
    return { index: row, top: heights.topOf(row), key: `${rows.what[row]} ${rows.seq[row]}` };
  });
  return { heights, items, scroll, onHeight, leave, chose };
}

const useRange = (heights: Heights, offset: number, view: number): Range => {
  const [before, setRange] = useState<Range | null>(null);
  if (view === 0) return { heights, first: 0, end: 0 };
  const range = rangeAt(before, heights, { offset, view, ahead: AHEAD });
  if (range !== before) setRange(range);
  return range;
};

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
