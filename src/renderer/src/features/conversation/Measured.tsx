import { type ReactNode, useLayoutEffect, useRef } from 'react';

interface Props {
  row: number;
  onHeight: (row: number, height: number) => void;
  children: ReactNode;
}

/** Reports the height of what it holds as soon as that is known, and whenever it changes. */
export function Measured({ row, onHeight, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () => element.offsetHeight > 0 && onHeight(row, element.offsetHeight);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [row, onHeight]);
  return <div ref={box}>{children}</div>;
}
