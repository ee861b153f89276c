import { useState } from 'react';
import type { StateCalls } from '../../data/handoffHooks.ts';
import { useStore } from '../../state/store.ts';
import { copyText } from '../../ui/Copy.tsx';
import { isContainer, pathText, placesOf, type Row, rowKey } from './tree.ts';
import type { StateRows } from './useStateRows.ts';

/** A text in full, and as it was where it changed. */
export interface Whole {
  readonly text: string;
  readonly was: string | null;
}

export interface RowActs {
  /** The text of a row in full where a reader unfolded it; null elsewhere. */
  whole(row: Row): Whole | null;
  /** Unfolds a value, shows a long text in full, fetches what is missing; or the other way. */
  toggle(row: Row): void;
  copy(row: Row, what: 'path' | 'value'): void;
  /** Goes where a value leads; a second time, to what it cites next. */
  follow(row: Row): void;
  /** Does work on the state, and says so where it fails. */
  tried(work: Promise<void>): void;
}

/** What a reader does with a row of a state. */
export function useRowActs(state: StateRows, calls: StateCalls, onEntry: (tape: string, seq: number) => void): RowActs {
  const [texts, setTexts] = useState<ReadonlyMap<string, Whole>>(new Map());
  const setNotice = useStore((store) => store.setNotice);
  const tried = (work: Promise<void>): void => void work.catch(() => setNotice('Its contents could not be read.'));
  const toggleText = async (row: Row): Promise<void> => {
    const [key, rest] = [rowKey(row), new Map(texts)];
    if (rest.delete(key)) return setTexts(rest);
    const before = row.change === 'changed' ? calls.valueBefore(row.path) : null;
    const [text, was] = await Promise.all([calls.value(row.path), before]);
    setTexts((now) => new Map([...now, [key, { text, was }]]));
  };
  const toggled = (row: Row): Promise<void> => {
    if (row.gap) return state.fill(row.gap);
    return isContainer(row) ? state.toggle(row) : toggleText(row);
  };
  const copied = async (row: Row, what: 'path' | 'value'): Promise<void> => {
    const done = await copyText(what === 'path' ? pathText(row.path) : await calls.value(row.path));
    setNotice(done ? `Copied the ${what}.` : 'This window cannot use the clipboard.');
  };
  return {
    whole: (row) => texts.get(rowKey(row)) ?? null,
    toggle: (row) => tried(toggled(row)),
    copy: (row, what) => tried(copied(row, what)),
    follow: (row) => {
      const places = placesOf(row);
      const shown = useStore.getState();
      const here = places.findIndex(({ tape, seq }) => tape === shown.tape && seq === shown.entry);
      const place = places[(here + 1) % places.length];
      if (place) onEntry(place.tape, place.seq);
    },
    tried,
  };
}
