import type { RefObject } from 'react';
import { useKeys } from '../keyboard/useKeys.ts';

/** Moves the focus among the rows of a request: to the next one, or to the next that differs. */
export function useRowKeys(box: RefObject<HTMLElement | null>): void {
  const move = (by: -1 | 1, among: string): void => {
    const rows = [...(box.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const here = rows.findIndex((row) => row.contains(document.activeElement));
    const from = here < 0 && by < 0 ? rows.length : here;
    const others = by > 0 ? rows.slice(from + 1) : rows.slice(0, from).reverse();
    others.find((row) => row.matches(among))?.focus();
  };
  useKeys({
    'row.next': () => move(1, '*'),
    'row.previous': () => move(-1, '*'),
    'row.new': () => move(1, '[data-unlike="true"]'),
    'match.previous': () => move(-1, '[data-unlike="true"]'),
  });
}
