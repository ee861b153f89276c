import { useLayoutEffect, useRef } from 'react';
import { Cell } from '../entries/scroll/Grid.tsx';
import styles from './Context.module.css';

/** Sentences to read before trusting the view, in full; how tall they are is told to the list. */
export function Warnings({
  lines,
  calm,
  onHeight,
}: {
  lines: readonly string[];
  calm: readonly string[];
  onHeight: (pixels: number) => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const tell = () => onHeight(element.offsetHeight);
    tell();
    const observer = new ResizeObserver(tell);
    observer.observe(element);
    return () => observer.disconnect();
  }, [onHeight]);
  return (
    <Cell ref={box} className={styles.warnings}>
      {lines.map((line) => (
        <p key={line} className={styles.warning} data-calm={calm.includes(line)}>
          {line}
        </p>
      ))}
    </Cell>
  );
}
