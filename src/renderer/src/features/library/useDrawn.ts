import { startTransition, useEffect, useState } from 'react';
import type { LibraryPage } from '../../data/libraryHooks.ts';
import { beginsAgain, type PageRow } from './spot.ts';

/** Milliseconds without another filter or order until the rows out of sight are drawn too. */
const REST = 150;
/** Pixels of the window above the first row: the tabs, the filter, and the heading with its sums. */
const ABOVE = 130;

/**
 * The rows of a page that are drawn. Of another filter or order only those on screen, so that a key is answered by them and the next key waits
 * for nothing: the others follow when the keys rest, or with `drawAll`, once the reader scrolls.
 */
export function useDrawn(page: LibraryPage): { drawn: readonly PageRow[]; drawAll: () => void } {
  const [settled, setSettled] = useState(page.wish);
  const begins = page.rows[0]?.index === 0 && beginsAgain(settled, page.wish);
  useEffect(() => {
    if (!begins) return;
    const timer = setTimeout(() => startTransition(() => setSettled(page.wish)), REST);
    return () => clearTimeout(timer);
  }, [begins, page.wish]);
  return {
    drawn: begins ? page.rows.filter(({ top }) => top < window.innerHeight - ABOVE) : page.rows,
    drawAll: () => begins && setSettled(page.wish),
  };
}
