import { type ReactNode, useLayoutEffect, useRef } from 'react';

interface Props {
  row: number;
  onHeight: (row: number, height: number) => void;
  children: ReactNode;
}

/** Reports the height of what it holds as soon as that is known, and whenever it changes. */
export function Measured({ row, onHeight, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const measured = useRef<number | null>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () => {
      if (element.offsetHeight === 0) return;
      measured.current = row;
      onHeight(row, element.offsetHeight);
    };
    // A row that is shown again has its height: to ask for it here would lay the window out again.
    if (measured.current !== row) measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [row, onHeight]);
  return <div ref={box}>{children}</div>;
}
