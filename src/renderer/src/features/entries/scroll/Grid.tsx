import { type HTMLAttributes, type MouseEvent, type ReactNode, useId } from 'react';
import styles from './Grid.module.css';
import type { Scroll } from './useScroll.ts';

/** A row on screen: its number, its place in pixels from the top of the list, and a name that lasts. */
export interface Item {
  readonly index: number;
  readonly top: number;
  readonly key: string | number;
}

interface Props {
  scroll: Scroll;
  label: string;
  /** Rows in all. */
  count: number;
  items: readonly Item[];
  active: number | null;
  onPick: (index: number) => void;
  onOpen?: (index: number) => void;
  /** The reader is about to scroll. */
  onLeave?: () => void;
  row: (index: number) => ReactNode;
  /** Drawn over the rows, placed like them. */
  over?: ReactNode;
  /** What is above the rows, for lists without any. */
  children?: ReactNode;
}

const indexOf = (event: MouseEvent): number | null => {
  const index = (event.target as Element).closest('[data-row]')?.getAttribute('data-row');
  return index === null || index === undefined ? null : Number(index);
};

/** Keys by which the browser scrolls what has the focus. */
const SCROLLS: ReadonlySet<string> = new Set(['PageUp', 'PageDown', 'Home', 'End']);

/**
 * A grid of rows of which only those on screen exist. A table's own elements cannot be placed at any pixel without losing what
 * they mean, so the roles are given by hand, here and nowhere else. Keys come from the table of keys.
 */
export function Grid({ scroll, label, count, items, active, onPick, onOpen, onLeave, row, over, children }: Props) {
  const id = useId();
  const idOf = (index: number) => `${id}-${index}`;
  const on = (run: ((index: number) => void) | undefined) => (event: MouseEvent) => {
    const index = indexOf(event);
    if (index !== null) run?.(index);
  };
  const grid: HTMLAttributes<HTMLDivElement> = {
    role: 'grid',
    tabIndex: 0,
    'aria-label': label,
    'aria-rowcount': count,
    'aria-activedescendant': active !== null && items.some(({ index }) => index === active) ? idOf(active) : undefined,
    onClick: on(onPick),
    onDoubleClick: on(onOpen),
    onKeyDown: (event) => {
      // Space would scroll the page of a list that has its own keys.
      if (event.key === ' ') event.preventDefault();
      if (SCROLLS.has(event.key)) onLeave?.();
    },
    ...(onLeave && { onWheelCapture: onLeave, onPointerDownCapture: onLeave, onTouchStartCapture: onLeave }),
    // A button in a row is for the pointer: the keys stay with the list.
    onMouseDown: (event) => {
      if ((event.target as Element).closest('button') === null) return;
      event.preventDefault();
      scroll.box.current?.focus({ preventScroll: true });
    },
  };
  const rowProps = (index: number): HTMLAttributes<HTMLDivElement> => ({
    role: 'row',
    'aria-rowindex': index + 1,
    'aria-selected': index === active,
  });
  return (
    <div ref={scroll.box} className={styles.list} onScroll={scroll.onScroll} {...grid}>
      {children}
      <div role="presentation" className={`${styles.all} full-width relative`} style={{ height: scroll.height }}>
        {items.map(({ index, top, key }) => (
          <div
            key={key}
            id={idOf(index)}
            data-row={index}
            className={`${styles.row} hover-shade absolute cursor-default selected-shade`}
            style={{ transform: `translateY(${scroll.place(top)}px)` }}
            {...rowProps(index)}
          >
            {row(index)}
          </div>
        ))}
        {over}
      </div>
    </div>
  );
}

const cell = { role: 'gridcell' } as const;

/** What is in a row. */
export function Cell(props: HTMLAttributes<HTMLDivElement> & { ref?: React.Ref<HTMLDivElement>; [data: `data-${string}`]: unknown }) {
  return <div {...cell} {...props} />;
}
