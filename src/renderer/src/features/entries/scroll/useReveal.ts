import { useEffect, useEffectEvent, useRef } from 'react';
import { useStore } from '../../../state/store.ts';
import type { Scroll } from './useScroll.ts';

export interface Revealed {
  /** The selected entry; null for none. */
  readonly entry: number | null;
  /** Where its row is, in pixels; null where the list does not show it (yet). */
  readonly span: { readonly top: number; readonly height: number } | null;
  /** What the list shows: another value is another list. */
  readonly list: unknown;
  /** Nothing else is on its way. */
  readonly settled: boolean;
  /** Height of what is above the rows and measured late. */
  readonly above?: number;
}

/**
 * Brings an entry that was selected elsewhere (a link, search, the graph, the inspector) into the middle of the list, as soon as the list
 * shows it. The reader's own scrolling, and a row that was chosen in the list itself, are left alone: the returned function names those.
 */
export function useReveal({ entry, span, list, settled, above = 0 }: Revealed, scroll: Scroll): (entry: number | null) => void {
  const waits = useRef<number | null>(null);
  const own = useRef<number | null>(null);
  const done = useRef<{ list: unknown; above: number; offset: number } | null>(null);
  const selections = useStore((state) => state.selections);
  const ready = scroll.view > 0;
  const select = useEffectEvent((chosen: number, _selection: number) => {
    waits.current = chosen === own.current ? null : chosen;
    own.current = null;
    done.current = null;
  });
  useEffect(() => {
    if (entry !== null) select(entry, selections);
  }, [entry, selections]);
  const reveal = useEffectEvent((shown: unknown, height: number, final: boolean, _selection: number) => {
    const before = done.current;
    const again = before !== null && before.list === shown && before.above !== height && before.offset === scroll.offset;
    if (span === null || !(again || (entry !== null && waits.current === entry))) return;
    done.current = { list: shown, above: height, offset: scroll.centre(span.top, span.top + span.height) };
    if (final) waits.current = null;
  });
  useEffect(() => {
    if (ready && entry !== null) reveal(list, above, settled, selections);
  }, [entry, selections, ready, list, settled, above]);
  return (chosen) => {
    own.current = chosen;
    done.current = null;
  };
}
