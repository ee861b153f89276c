import type { RefObject } from 'react';
import { indexAfter } from '../../../../shared/library/tree.ts';
import type { LibraryPage } from '../../data/libraryHooks.ts';
import type { SpotFor } from './spot.ts';
import { useStretch } from './useStretch.ts';

interface Options {
  page: LibraryPage;
  spot: RefObject<SpotFor>;
  onAsk: () => void;
  tape: string | null;
  inset?: number;
  /** Key of the row that the keys move; null for the first. */
  current: string | null;
  setActive: (key: string) => void;
}

/** By how many rows a key moves the active one, wherever that is. */
const stepOf = (key: string): -1 | 0 | 1 => {
  if (key === 'ArrowDown' || key === 'j') return 1;
  return key === 'ArrowUp' || key === 'k' ? -1 : 0;
};

/** A list of which only a stretch is there, and the one row in it that the keys move. */
export function useActiveRow({ page, current, setActive, ...options }: Options) {
  const at = page.rows.find(({ key, index }) => (current === null ? index === 0 : key === current));
  const list = useStretch({ ...options, page, onBrought: (row) => (row ? setActive(row.key) : list.bring({ index: 0 })) });
  const go = (index: number) => {
    const row = page.rows.find((one) => one.index === index);
    if (row === undefined) return list.bring({ index });
    setActive(row.key);
    list.reveal(row);
  };
  /** Where the active row was scrolled away, a key brings it back. */
  const move = (key: string) => {
    if (at !== undefined) go(indexAfter(at, page.count, key));
    else if (key === 'Home' || key === 'End') go(key === 'Home' ? 0 : page.count - 1);
    else list.bring({ key: current ?? '', by: stepOf(key) });
  };
  return { at, list, move };
}
