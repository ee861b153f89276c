import { useState } from 'react';
import { useStore } from '../../state/store.ts';
import { type Revealed, useReveal } from '../entries/scroll/useReveal.ts';
import type { Scroll } from '../entries/scroll/useScroll.ts';
import { useGoToEntry } from '../entries/useGoToEntry.ts';
import { useShowInspector } from '../inspector/useShowInspector.ts';
import { useKeys } from '../keyboard/useKeys.ts';
import { blockKey, indexOf, omissionKey, type Row, type Rows, rowAt, rowOfBlock, spanOf } from './rows.ts';

export interface Active {
  /** The row that keys act on: that of the selected entry, or an omission. */
  readonly index: number | null;
  /** Makes a row the active one and selects what it holds. */
  choose(index: number): void;
  /** Opens an omission, or shows a chosen entry in the inspector where that is folded away. */
  open(index: number): void;
}

/** A chosen omission, or a block that no entry is about, counts until another entry is selected. */
interface Focus {
  readonly row: 'omission' | 'block';
  readonly key: string;
  readonly entry: number | null;
}

/** Rows that only tell something. */
const TOLD: readonly Row['type'][] = ['warnings', 'rest', 'event'];

const isStop = (row: Row | undefined): boolean => row !== undefined && !TOLD.includes(row.type);

/** The next row in a direction that one can stop at; null at the end. */
export function stopAfter(rows: Rows, from: number | null, by: -1 | 1): number | null {
  for (let index = from === null ? (by === 1 ? 0 : rows.count - 1) : from + by; index >= 0 && index < rows.count; index += by) {
    if (isStop(rowAt(rows, index))) return index;
  }
  return null;
}

/** What the list shows, for bringing a selected entry into view: see useReveal. */
type Shown = Pick<Revealed, 'list' | 'settled' | 'above'>;

/** Which row is active, and the keys that move it. The selected entry itself lives in the store. */
export function useActive(tape: string, rows: Rows, scroll: Scroll, toggle: (omission: number) => void, shown: Shown): Active {
  const entry = useStore((state) => state.entry);
  const select = useStore((state) => state.select);
  const goTo = useGoToEntry(tape);
  const showInspector = useShowInspector();
  const [focus, setFocus] = useState<Focus | null>(null);
  const index = focus !== null && focus.entry === entry ? focusedRow(rows, focus) : entry === null ? null : indexOf(rows, entry);

  const held = entry === null ? null : indexOf(rows, entry);
  const chose = useReveal({ entry, span: held === null ? null : spanOf(rows, held), ...shown }, scroll);

  const pick = (seq: number | null, part: number | null = null) => {
    chose(seq);
    select(seq, part);
  };
  const choose = (at: number) => {
    const row = rowAt(rows, at);
    if (row?.type === 'entry') pick(row.seq);
    const block = row?.type === 'block' ? rows.blocks[row.index] : undefined;
    if (block) pick(block.request?.entry ?? block.entries[0] ?? null, block.request?.part);
    const omission = row?.type === 'omission' ? rows.omissions[row.index] : undefined;
    if (omission) setFocus({ row: 'omission', key: omissionKey(omission), entry });
    else setFocus(block?.request ? { row: 'block', key: blockKey(block), entry: block.request.entry } : null);
  };
  const show = (at: number) => {
    const { top, height } = spanOf(rows, at);
    scroll.show(top, top + height);
  };
  const open = (at: number) => {
    const row = rowAt(rows, at);
    if (row?.type === 'omission') toggle(row.index);
    else if (isStop(row)) showInspector();
  };
  const move = (by: -1 | 1) => {
    const next = stopAfter(rows, index, by);
    if (next === null) return;
    choose(next);
    show(next);
  };
  useKeys({
    'row.next': () => move(1),
    'row.previous': () => move(-1),
    'row.open': () => index !== null && open(index),
    'row.step': () => void (entry !== null && goTo(entry)),
  });
  return { index, choose, open };
}

const focusedRow = (rows: Rows, { row, key }: Focus): number | null => (row === 'block' ? rowOfBlock(rows, key) : omissionRow(rows, key));

const omissionRow = (rows: Rows, key: string): number | null => {
  const at = rows.omissions.findIndex((omission) => omissionKey(omission) === key);
  const part = rows.parts.find((candidate) => candidate.type === 'omission' && candidate.first === at);
  return part?.row ?? null;
};
