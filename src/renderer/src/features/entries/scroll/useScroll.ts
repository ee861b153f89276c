import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { clampOffset, isScaled, type Lengths, offsetAt, offsetToCentre, offsetToShow, physicalHeight, topAt } from './scroll.ts';

export interface Scroll {
  readonly box: RefObject<HTMLDivElement | null>;
  /** Where the list is, in pixels of its own. */
  readonly offset: number;
  readonly view: number;
  /** Height of the box that stands for all rows. */
  readonly height: number;
  /** From a row's place in the list to its place in that box. */
  place(start: number): number;
  /** Where the list is at this moment; `offset` is where it was when the browser last told of it, up to a frame ago. */
  now(): number;
  onScroll(): void;
  scrollTo(offset: number): void;
  /** Scrolls as little as needed. */
  show(start: number, end: number): void;
  /** Brings what is at start … end into the middle, and answers the offset at which it is there. */
  centre(start: number, end: number): number;
}

const MARGIN = 24;

/** How tall the last list was: the next one most likely is as tall, and then has its rows in its first frame. */
let lastView = 0;

/** A scrolling box over a list of any height (see scroll.ts). `total` is the height of all rows in pixels. */
export function useScroll(total: number): Scroll {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState(lastView);
  const [wanted, setWanted] = useState(0);
  const [top, setTop] = useState(0);
  const lengths: Lengths = { total, view };
  const offset = clampOffset(lengths, wanted);
  // The box forgets where it was when its content shrinks, so the list does too: else it would draw rows that are out of sight once it grows again.
  if (view > 0 && offset !== wanted) setWanted(offset);
  const latest = useRef({ lengths, offset });
  useLayoutEffect(() => {
    latest.current = { lengths, offset };
  });
  useHeight(box, view, setView);

  const scrollTo = useCallback((next: number) => {
    const element = box.current;
    const { lengths: now } = latest.current;
    const clamped = clampOffset(now, next);
    latest.current = { lengths: now, offset: clamped };
    setWanted(clamped);
    if (element === null) return;
    // To ask where the bar came to be would lay the window out; the browser says so with its next event.
    const bar = topAt(now, clamped);
    element.scrollTop = bar;
    setTop(bar);
  }, []);
  useScaledWheel(box, latest, scrollTo);

  const now = useCallback(() => {
    const { lengths: known, offset: at } = latest.current;
    const bar = box.current?.scrollTop ?? 0;
    // The echo of one's own scrollTo must not round the offset to what the scroll bar can say.
    return box.current === null || Math.abs(bar - topAt(known, at)) <= 1 ? at : offsetAt(known, bar);
  }, []);
  const onScroll = useCallback(() => {
    if (box.current === null) return;
    setTop(box.current.scrollTop);
    setWanted(now());
  }, [now]);
  const show = useCallback(
    (start: number, end: number) => {
      const { lengths: now, offset: at } = latest.current;
      const next = offsetToShow(now, at, start, end, MARGIN);
      if (next !== at) scrollTo(next);
    },
    [scrollTo],
  );
  const centre = useCallback(
    (start: number, end: number) => {
      const next = offsetToCentre(latest.current.lengths, start, end);
      scrollTo(next);
      return next;
    },
    [scrollTo],
  );
  const scaled = isScaled(lengths);
  return {
    box,
    offset,
    view,
    height: physicalHeight(lengths),
    place: (start) => (scaled ? start - offset + top : start),
    now,
    onScroll,
    scrollTo,
    show,
    centre,
  };
}

const useHeight = (box: RefObject<HTMLDivElement | null>, guess: number, setView: (height: number) => void): void => {
  const known = useRef(guess > 0);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () => {
      lastView = element.clientHeight;
      setView(lastView);
    };
    const observer = new ResizeObserver(measure);
    // With a guess it can wait for the report that comes when the window is laid out anyway.
    if (!known.current) measure();
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, setView]);
};

/** On a scaled list a turn of the wheel would jump over many rows, so the list moves itself. */
const useScaledWheel = (
  box: RefObject<HTMLDivElement | null>,
  latest: RefObject<{ lengths: Lengths; offset: number }>,
  scrollTo: (offset: number) => void,
): void =>
  useEffect(() => {
    const element = box.current;
    const onWheel = (event: WheelEvent) => {
      const { lengths, offset } = latest.current;
      if (!isScaled(lengths) || event.ctrlKey) return;
      event.preventDefault();
      scrollTo(offset + event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 16));
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [box, latest, scrollTo]);
