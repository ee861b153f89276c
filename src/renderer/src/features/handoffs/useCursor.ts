import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { VirtualListHandle } from '../../ui/VirtualList.tsx';
import { brokenRows, type FaultPlace } from './faults.ts';
import type { Row } from './tree.ts';

export interface Cursor {
  /** The row that the keys act on. */
  active: number;
  list: RefObject<VirtualListHandle | null>;
  point(index: number): void;
  /** Goes to a row and brings it into view, no further than needed. */
  move(index: number): void;
  /** The same, with the row in the middle, once the rows that were fetched for it are there. */
  show(index: number): void;
}

/** Where a reader is in the rows of a state. Goes to the broken reference that is looked for. */
export function useCursor(rows: readonly Row[], fault: FaultPlace | null): Cursor {
  const [active, setActive] = useState(0);
  const [sought, setSought] = useState<{ index: number } | null>(null);
  const list = useRef<VirtualListHandle>(null);
  const show = (index: number | undefined): void => {
    if (index === undefined || index < 0) return;
    setActive(index);
    setSought({ index });
  };
  const showFault = useEffectEvent((nth: number) => {
    const broken = brokenRows(rows);
    show(broken[nth % broken.length]);
  });
  useEffect(() => {
    if (fault !== null) showFault(fault.nth);
  }, [fault]);
  useEffect(() => {
    if (sought !== null) list.current?.show(sought.index, 'center');
  }, [sought]);
  const move = (index: number): void => {
    setActive(index);
    list.current?.show(index);
  };
  return { active, list, point: setActive, move, show };
}
