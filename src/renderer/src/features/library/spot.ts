import { heightOf, type Show } from '../../../../shared/library/page.ts';
import type { LibraryPage, LibrarySpot, LibraryWish } from '../../data/libraryHooks.ts';
import { useStore } from '../../state/store.ts';

export type SpotFor = (wish: LibraryWish) => LibrarySpot;
export type PageRow = LibraryPage['rows'][number];

/** Pixels that are asked for above and below what is on screen. */
export const MARGIN = 600;
/** Space above the first row and below the last. */
export const PADDING = 4;

/** What of the library is on screen: its first pixel, without the space above, and how many. */
export interface Screen {
  top: number;
  height: number;
}

const bottomOf = (row: PageRow, { heights }: LibraryWish): number => row.top + heightOf(row, heights);

/** Key of the row of a tape. */
export function rowKey(tape: string): string {
  return `tape ${tape}`;
}

/** Where a list begins: at its top, or at the open tape. */
export const firstSpot: SpotFor = () => {
  const { tape } = useStore.getState();
  return { from: 0, height: Math.round(window.innerHeight) + MARGIN, seen: [], ...(tape !== null && { show: { key: rowKey(tape) } }) };
};

/** A table begins at its top, whatever is open. */
export const topSpot: SpotFor = () => ({ from: 0, height: Math.round(window.innerHeight) + MARGIN, seen: [] });

/** Another order or filter begins at the top again. */
export function beginsAgain(before: LibraryWish, wish: LibraryWish): boolean {
  return before.sort !== wish.sort || before.group !== wish.group || before.reverse !== wish.reverse || before.filter !== wish.filter;
}

/** What to ask for with this on screen. At the very top a reader stays there, so that what is new comes into sight. */
export function spotOf({ top, height }: Screen, page: LibraryPage, wish: LibraryWish, show: Show | null): LibrarySpot {
  const atTop = top <= 0 || beginsAgain(page.wish, wish);
  const isSeen = (row: PageRow): boolean => row.top < top + height && bottomOf(row, page.wish) > top;
  return {
    from: atTop ? 0 : Math.max(0, Math.round(top) - MARGIN),
    height: Math.round(height) + (atTop ? 1 : 2) * MARGIN,
    seen: atTop ? [] : page.rows.filter(isSeen).map(({ key, top: at }) => ({ key, top: at })),
    ...(show !== null && { show }),
  };
}

/** Whether a page reaches far enough around what is on screen. */
export function covers(page: LibraryPage, { top, height }: Screen): boolean {
  const [first, last] = [page.rows[0], page.rows.at(-1)];
  if (first === undefined || last === undefined) return page.count === 0;
  const from = Math.max(0, top - MARGIN / 2);
  const to = Math.min(page.height, top + height + MARGIN / 2);
  return first.top <= from && bottomOf(last, page.wish) >= to;
}

/** How far to scroll so that a row is in sight, no further than needed. */
export function scrollTo(row: PageRow, { top, height }: Screen, wish: LibraryWish): number {
  const bottom = bottomOf(row, wish);
  if (row.top < top) return row.top - top - (row.index === 0 ? PADDING : 0);
  return bottom > top + height ? bottom - top - height + PADDING : 0;
}
