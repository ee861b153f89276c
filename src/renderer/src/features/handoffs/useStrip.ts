import { type RefObject, type UIEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { type Cards, cardsIn, leftFor, type Sight } from './strip.ts';

interface Strip {
  box: RefObject<HTMLDivElement | null>;
  /** What is drawn; nothing before the strip is measured. */
  cards: Cards;
  onScroll: (event: UIEvent<HTMLDivElement>) => void;
}

/** A strip of so many cards with the chosen one in sight. It is measured when the page is laid out: to ask for it earlier would lay the page out twice. */
export function useStrip(count: number, chosen: number): Strip {
  const box = useRef<HTMLDivElement>(null);
  const sight = useRef<Sight>({ left: 0, width: 0 });
  const [cards, setCards] = useState<Cards>({ from: 0, to: 0 });
  const look = (next: Sight): void => {
    sight.current = next;
    const found = cardsIn(next);
    setCards((before) => (before.from === found.from && before.to === found.to ? before : found));
  };
  const show = useEffectEvent((card: number) => {
    const left = leftFor(card, sight.current, count);
    if (box.current === null || sight.current.width === 0 || left === sight.current.left) return;
    box.current.scrollLeft = left;
    look({ ...sight.current, left });
  });
  const measure = useEffectEvent((width: number) => {
    const isFirst = sight.current.width === 0;
    look({ ...sight.current, width });
    if (isFirst) show(chosen);
    // A view that is shown again may be where it was, or at its beginning.
    else if (box.current !== null) box.current.scrollLeft = sight.current.left;
  });
  useEffect(() => show(chosen), [chosen]);
  useLayoutEffect(() => {
    if (box.current === null) return;
    const observer = new ResizeObserver(([entry]) => entry && measure(entry.target.clientWidth));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return {
    box,
    cards: { from: Math.min(cards.from, count), to: Math.min(cards.to, count) },
    onScroll: ({ currentTarget: { scrollLeft, clientWidth } }) => clientWidth > 0 && look({ left: scrollLeft, width: clientWidth }),
  };
}
