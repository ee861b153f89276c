import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { type HTMLAttributes, type ReactNode, type Ref, useImperativeHandle, useRef } from 'react';
import styles from './VirtualList.module.css';

export interface VirtualListHandle {
  /** Brings a row into view, no further than needed unless `align` says where. */
  show(index: number, align?: 'auto' | 'start' | 'center' | 'end'): void;
  readonly element: HTMLDivElement | null;
}

interface Props extends Omit<HTMLAttributes<HTMLDivElement>, 'children'> {
  count: number;
  /** Height of a row in pixels: exact unless `measure` is set. */
  size: (index: number) => number;
  /** Rows are as tall as their content. */
  measure?: boolean;
  /** Stable name of a row, so that measured heights follow it. */
  keyOf: (index: number) => string | number;
  row: (index: number) => ReactNode;
  /** Told which rows are on screen. */
  onRange?: (from: number, to: number) => void;
  /** Space above the first and below the last row. */
  padding?: number;
  handle?: Ref<VirtualListHandle>;
}

const place = (item: VirtualItem) => ({ transform: `translateY(${item.start}px)` });

/** A scrolling list that holds only the rows on screen. Roles and keys come from the caller. */
export function VirtualList({ count, size, measure = false, keyOf, row, onRange, padding = 0, handle, className, ...rest }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: size,
    getItemKey: keyOf,
    overscan: 4,
    paddingStart: padding,
    paddingEnd: padding,
    scrollPaddingStart: padding,
    scrollPaddingEnd: padding,
    onChange: ({ range }) => range && onRange?.(range.startIndex, range.endIndex),
  });
  useImperativeHandle(handle, () => ({
    show: (index, align = 'auto') => list.scrollToIndex(index, { align }),
    element: box.current,
  }));
  return (
    <div ref={box} className={`${styles.box} ${className ?? ''} scroll-y`} {...rest}>
      <div className="relative full-width" role="presentation" style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map((item) => (
          <div
            key={item.key}
            data-index={item.index}
            ref={measure ? list.measureElement : null}
            className="absolute pinned"
            role="presentation"
            style={place(item)}
          >
            {row(item.index)}
          </div>
        ))}
      </div>
    </div>
  );
}
