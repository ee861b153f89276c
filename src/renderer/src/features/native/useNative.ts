import { useInfo } from '../../data/appHooks.ts';
import { useFormat } from '../../data/formatHooks.ts';
import { usePlayhead, useStep, useTape } from '../../data/hooks.ts';
import { useKnownRow } from '../../data/libraryHooks.ts';
import { useStore } from '../../state/store.ts';
import { type Offers, offersOf, openForksOf, placeOf } from './actions.ts';

/** The row of the open tape. The library knows it first, so that what is offered for it is in its place from the beginning. */
export function useOpenRow() {
  const id = useStore((state) => state.tape);
  const row = useTape(id).data?.tape;
  // A look through all that the library was asked for.
  const known = useKnownRow(row === undefined ? id : null);
  return row ?? known;
}

/** The open tape, and what may be written to it from here. */
export function useNative() {
  const id = useStore((state) => state.tape);
  const entry = useStore((state) => state.entry);
  const head = useTape(id).data;
  const tape = useOpenRow();
  const readsLines = useFormat(tape?.format)?.commands === true && tape?.native === null;
  const info = useInfo().data;
  const forks = openForksOf(head === undefined ? [] : [head.tape, ...head.related], tape);
  // Until the host has said that it takes writes, nothing is offered.
  const offers: Offers =
    info === undefined || (id !== null && tape === null)
      ? {}
      : offersOf({ tape, readOnly: info.readOnly, entry, openForks: forks.length, readsLines });
  return { tape, entry, offers, forks, readsLines, readOnly: info?.readOnly ?? true };
}

/** The entry that after which a fork or a continuation begins, by the playhead and the selection. */
export function usePlace(): number {
  const id = useStore((state) => state.tape);
  const entry = useStore((state) => state.entry);
  const step = useStore((state) => state.step);
  const tape = useTape(id).data?.tape;
  const row = useStep(id, usePlayhead());
  return placeOf({ entry, step, lastOfStep: row?.last ?? null, entries: tape?.entries ?? 0 });
}
