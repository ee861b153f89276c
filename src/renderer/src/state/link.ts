import { linkOfHash } from '../../../shared/rpc/deep-link.ts';
import { fromHash, NOWHERE, type Place, toHash } from './hash.ts';
import { useStore } from './store.ts';

/** The part of a window that links need. */
export interface LinkHost {
  readonly location: { readonly hash: string };
  readonly history: {
    pushState(data: null, unused: string, url: string): void;
    replaceState(data: null, unused: string, url: string): void;
  };
  addEventListener(type: 'popstate', listener: () => void): void;
  removeEventListener(type: 'popstate', listener: () => void): void;
  setTimeout(run: () => void, milliseconds: number): number;
  clearTimeout(timer: number): void;
}

const PARTS = Object.keys(NOWHERE) as (keyof Place)[];

/** The place alone, without what else the window keeps. */
export function placeOf(state: Place): Place {
  return Object.fromEntries(PARTS.map((part) => [part, state[part]])) as unknown as Place;
}

/** A link may name a tape by the first letters of its id; that it is named in full then is no other place. */
const isSameTape = (from: string | null, to: string | null): boolean => from === to || (from !== null && to?.startsWith(from) === true);

/** A jump leaves a trace for the back button; walking step by step or from entry to entry does not. */
const isJump = (from: Place, to: Place): boolean =>
  !isSameTape(from.tape, to.tape) ||
  from.panel !== to.panel ||
  from.files?.folder !== to.files?.folder ||
  from.files?.root !== to.files?.root ||
  (from.table === null) !== (to.table === null) ||
  (from.search === null) !== (to.search === null) ||
  from.table?.sums !== to.table?.sums ||
  from.next !== to.next ||
  isFar(from.step, to.step);

/** Null, the newest step, is a place of its own: it moves as the tape grows. */
const isFar = (from: number | null, to: number | null): boolean => (from === null || to === null ? from !== to : Math.abs(from - to) > 1);

/** Chromium refuses more than 200 history writes in 30 s, so a dragged playhead writes once it rests. */
const REST = 160;

/** Ties the address bar to the store, both ways, until the returned function is called. */
export function linkToAddress(host: LinkHost): () => void {
  const read = () => useStore.getState().goTo(fromHash(host.location.hash));
  if (host.location.hash.length > 2) read();
  let written = placeOf(useStore.getState());
  let timer = 0;
  let waiting = false;
  // The browser keeps its history in another process and waits for it: no key should.
  let later: Place[] = [];
  let soon = 0;
  const writeLater = (place: Place) => {
    waiting = false;
    later.push(place);
    host.clearTimeout(soon);
    soon = host.setTimeout(() => {
      const places = later;
      later = [];
      for (const one of places) write(one);
    }, 0);
  };
  const write = (place: Place) => {
    const hash = toHash(place);
    if (hash !== host.location.hash) host.history[isJump(written, place) ? 'pushState' : 'replaceState'](null, '', hash);
    written = place;
  };
  const stop = useStore.subscribe((state, before) => {
    if (toHash(state) === toHash(before)) return;
    host.clearTimeout(timer);
    if (
      state.tape !== before.tape ||
      state.panel !== before.panel ||
      state.files?.root !== before.files?.root ||
      (state.table === null) !== (before.table === null) ||
      (state.search === null) !== (before.search === null) ||
      state.table?.sums !== before.table?.sums
    ) {
      // What had not come to rest yet is where one goes back to.
      if (waiting) writeLater(placeOf(before));
      writeLater(placeOf(state));
    } else {
      waiting = true;
      timer = host.setTimeout(() => writeLater(placeOf(useStore.getState())), REST);
    }
  });
  const back = () => {
    host.clearTimeout(timer);
    host.clearTimeout(soon);
    later = [];
    waiting = false;
    written = fromHash(host.location.hash);
    read();
  };
  host.addEventListener('popstate', back);
  return () => {
    stop();
    host.clearTimeout(timer);
    host.clearTimeout(soon);
    host.removeEventListener('popstate', back);
  };
}

/**
 * A link to a place that another person can follow: `tapescope://…` on the desktop, the address of the page without its token in a browser.
 * Null where neither a tape nor a project is open.
 */
export function linkTo(place: Place, host: 'desktop' | 'browser', page: { origin: string; pathname: string }): string | null {
  const hash = toHash(place);
  const link = linkOfHash(hash);
  return link === null || host === 'desktop' ? link : `${page.origin}${page.pathname}${hash}`;
}
