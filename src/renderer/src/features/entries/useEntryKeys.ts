import { useEffect, useEffectEvent } from 'react';
import { useStore } from '../../state/store.ts';
import { useKeys } from '../keyboard/useKeys.ts';
import { type Listed, ROW, rowFrom, seqOfRow } from './pages.ts';
import { useReveal } from './scroll/useReveal.ts';
import type { Scroll } from './scroll/useScroll.ts';
import { useGoToEntry } from './useGoToEntry.ts';

/** The row of the selected entry, the keys that move it, and what brings a row into view. */
export function useEntryKeys(tape: string, listed: Listed, scroll: Scroll, divider: number | null) {
  const entry = useStore((state) => state.entry);
  const select = useStore((state) => state.select);
  const goTo = useGoToEntry(tape);
  const nearest = entry === null ? (divider ?? 0) : rowFrom(listed, entry);
  const active = entry !== null && seqOfRow(listed, nearest) === entry ? nearest : null;

  const span = active === null ? null : { top: active * ROW, height: ROW };
  const chose = useReveal({ entry, span, list: listed, settled: true }, scroll);
  const choose = (row: number) => {
    const seq = seqOfRow(listed, row);
    chose(seq);
    select(seq);
  };
  const show = (row: number) => scroll.show(row * ROW, (row + 1) * ROW);
  const move = (by: -1 | 1) => {
    const from = active ?? (by === 1 ? nearest - 1 : nearest);
    const row = Math.max(0, Math.min(listed.count - 1, from + by));
    if (listed.count === 0) return;
    choose(row);
    show(row);
  };
  const open = () => void (entry !== null && goTo(entry));
  useKeys({ 'row.next': () => move(1), 'row.previous': () => move(-1), 'row.open': open, 'row.step': open });

  const ready = scroll.view > 0;
  const revealHead = useEffectEvent(() => divider !== null && (entry === null || active === null) && show(divider));
  useEffect(() => {
    if (ready && divider !== null) revealHead();
  }, [ready, divider]);
  return { active, goTo, choose };
}
