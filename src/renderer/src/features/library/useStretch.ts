import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { Show } from '../../../../shared/library/page.ts';
import type { LibraryPage, LibrarySpot } from '../../data/libraryHooks.ts';
import { beginsAgain, covers, firstSpot, PADDING, type PageRow, rowKey, type Screen, type SpotFor, scrollTo, spotOf } from './spot.ts';

/** Pages that a list was moved to. Each is drawn again, and moves it once. */
const applied = new WeakSet<LibraryPage>();

const screenIn = (box: HTMLElement, inset: number): Screen => ({ top: box.scrollTop - PADDING, height: box.clientHeight - inset });

interface Options {
  page: LibraryPage;
  /** Receives where the list is by then. */
  spot: RefObject<SpotFor>;
  onAsk: () => void;
  /** The tape that is open; it comes into sight once, and the reader's own scrolling is left alone. */
  tape: string | null;
  /** Pixels of the list that its heading covers. */
  inset?: number | undefined;
  /** A row was brought by `bring`; null where there is none such any more. */
  onBrought: (row: PageRow | null) => void;
}

/** A scrolling list of which only a stretch is there: asks for another where it ends, and keeps what is on screen where it is. */
export function useStretch({ page, spot, onAsk, tape, inset = 0, onBrought }: Options) {
  const box = useRef<HTMLDivElement>(null);
  const screenOf = (element: HTMLElement): Screen => screenIn(element, inset);
  const wanted = useRef<Show | null>(null);
  const opened = useRef<Show | null>(null);
  const revealed = useRef<string | null>(null);
  const drawn = useRef(page.wish);
  /** Pixels that pages have moved the list by, so far and when each page was asked for: what a page says of its rows counts from then. */
  const moved = useRef(0);
  const movedWhenAsked = useRef(new WeakMap<LibrarySpot, number>());

  const reveal = (row: PageRow): void => {
    if (box.current) box.current.scrollTop += scrollTo(row, screenOf(box.current), page.wish);
  };
  const cover = (): void => {
    if (box.current && !covers(page, screenOf(box.current))) onAsk();
  };
  const apply = (element: HTMLElement): void => {
    const further = (movedWhenAsked.current.get(page.spot) ?? moved.current) + page.moved - moved.current;
    if (beginsAgain(drawn.current, page.wish)) element.scrollTop = 0;
    else if (page.spot.seen?.length && further !== 0) {
      element.scrollTop += further;
      moved.current += further;
    }
    drawn.current = page.wish;
    const { show } = page.spot;
    const row = page.rows.find(({ index }) => index === page.shown) ?? null;
    if (show !== undefined && show === wanted.current) {
      wanted.current = null;
      if (row) reveal(row);
      onBrought(row);
    } else if (row && show === opened.current) {
      opened.current = null;
      reveal(row);
    }
  };

  useLayoutEffect(() => {
    spot.current = (wish) => {
      if (!box.current) return firstSpot(wish);
      const asked = spotOf(screenOf(box.current), page, wish, wanted.current ?? opened.current);
      movedWhenAsked.current.set(asked, moved.current);
      return asked;
    };
  });
  useLayoutEffect(
    () => () => {
      spot.current = firstSpot;
    },
    [spot],
  );
  useLayoutEffect(() => {
    if (box.current !== null && !applied.has(page)) {
      applied.add(page);
      apply(box.current);
    }
    const asked = page.spot.show;
    if (wanted.current !== null || (opened.current !== null && opened.current !== asked)) onAsk();
    else cover();
  });
  useEffect(() => {
    if (tape === null || revealed.current === tape) return;
    revealed.current = tape;
    const row = page.rows.find(({ key }) => key === rowKey(tape));
    if (row) return reveal(row);
    opened.current = { key: rowKey(tape) };
    onAsk();
  });

  return {
    box,
    reveal,
    onScroll: cover,
    /** Asks for a row that is not in the page. */
    bring: (show: Show) => {
      wanted.current = show;
      onAsk();
    },
  };
}
