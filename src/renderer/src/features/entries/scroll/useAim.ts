import { useLayoutEffect, useState } from 'react';
import { useStore } from '../../../state/store.ts';
import { clampOffset } from './scroll.ts';
import type { Scroll } from './useScroll.ts';

/** Where a row comes to be that is brought into view, and between which places it is left alone: shares of the view's height. */
const [PLACE, HIGHEST, LOWEST] = [0.55, 0.1, 0.75];

/** What a list of entries may follow. */
export interface Followed {
  /** The row before which the playhead is; null where there is none. */
  readonly head: number | null;
  /** How the playhead came to be there: where this is the same, nobody moved it, and it moved because the tape grew. */
  readonly way: string;
  readonly entry: number | null;
  /** Counts selections, of which one may be of the same entry again. */
  readonly selections: number;
}

/** The playhead, which is before row `head`, and what is selected anywhere. */
export function useFollowed(head: number | null): Followed {
  const entry = useStore((state) => state.entry);
  const selections = useStore((state) => state.selections);
  const way = useStore(({ step, next }) => (next ? 'next' : step === null ? 'newest' : `step ${step}`));
  return { head, way, entry, selections };
}

/** The state of `useAim`: what was there to follow, and which of it is to be in view. */
export interface Aim extends Followed {
  readonly at: 'head' | 'entry' | null;
  /** An entry that was selected in the list itself. */
  readonly own: number | null;
}

const NOWHERE: Aim = { head: null, way: '', entry: null, selections: -1, at: null, own: null };

/** The next aim; `before` itself where nothing that may be followed has changed. `sees` says whether a row is in view. */
export function nextAim(before: Aim, now: Followed, sees: (row: number) => boolean): Aim {
  const way = now.head === null ? before.way : now.way;
  const moved = now.head !== null && (now.head !== before.head || way !== before.way);
  const selected = now.entry !== before.entry || now.selections !== before.selections;
  if (!moved && !selected) return before;
  if (selected && now.entry !== null) return { ...now, way, at: now.entry === before.own ? before.at : 'entry', own: null };
  const follows = moved && (way !== before.way || before.at === 'head' || (before.head !== null && sees(before.head)));
  return { ...now, way, at: follows ? 'head' : before.at, own: before.own };
}

interface List {
  /** Pixels of the whole list. */
  readonly total: number;
  topOf(row: number): number;
  /** The row of an entry; null where the list does not have it. */
  rowOf(entry: number): number | null;
}

/**
 * Where a list is to be, so that the row before which the playhead is, or an entry that was selected elsewhere, is in view. It stays there
 * while the list changes, until the reader scrolls. Of a tape that grows the playhead is followed only by who looks at it. It is worked out
 * before anything is drawn: rows that would be out of sight at once are not drawn at all.
 */
export function useAim(scroll: Scroll, { total, topOf, rowOf }: List, followed: Followed) {
  const [before, setAim] = useState(NOWHERE);
  const sees = (row: number): boolean => {
    const top = topOf(row) - scroll.offset;
    return top >= scroll.view * HIGHEST && top <= scroll.view * LOWEST;
  };
  const aim = nextAim(before, followed, sees);
  if (aim !== before) setAim(aim);
  const row = aim.at === 'entry' && aim.entry !== null ? rowOf(aim.entry) : aim.at === 'head' ? aim.head : null;
  const stays = row === null || scroll.view === 0 || sees(row);
  const offset = stays ? scroll.offset : clampOffset({ total, view: scroll.view }, topOf(row) - scroll.view * PLACE);
  useLayoutEffect(() => {
    if (Math.abs(offset - scroll.offset) > 1) scroll.scrollTo(offset);
  });
  return {
    offset,
    /** The reader moves the list. */
    leave: () => setAim({ ...aim, at: null }),
    /** An entry that is selected here is in view. */
    chose: (own: number) => setAim({ ...aim, at: null, own }),
  };
}
