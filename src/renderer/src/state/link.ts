import { fromHash, type Place, toHash } from './hash.ts';
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

const placeOf = ({ tape, step, entry, policy, panel, phase, sides }: Place): Place => ({ tape, step, entry, policy, panel, phase, sides });

/** A jump leaves a trace for the back button; walking step by step or from entry to entry does not. */
const isJump = (from: Place, to: Place): boolean =>
  from.tape !== to.tape || from.panel !== to.panel || (from.step !== to.step && Math.abs((from.step ?? 0) - (to.step ?? 0)) > 1);

/** Chromium refuses more than 200 history writes in 30 s, so a dragged playhead writes once it rests. */
const REST = 160;

/** Ties the address bar to the store, both ways, until the returned function is called. */
export const linkToAddress = (host: LinkHost): (() => void) => {
  const read = () => useStore.getState().goTo(fromHash(host.location.hash));
  if (host.location.hash.length > 2) read();
  let written = placeOf(useStore.getState());
  let timer = 0;
  const write = () => {
    const place = placeOf(useStore.getState());
    const hash = toHash(place);
    if (hash !== host.location.hash) host.history[isJump(written, place) ? 'pushState' : 'replaceState'](null, '', hash);
    written = place;
  };
  const stop = useStore.subscribe((state, before) => {
    if (toHash(state) === toHash(before)) return;
    host.clearTimeout(timer);
    if (state.tape !== before.tape || state.panel !== before.panel) write();
    else timer = host.setTimeout(write, REST);
  });
  const back = () => {
    host.clearTimeout(timer);
    written = fromHash(host.location.hash);
    read();
  };
  host.addEventListener('popstate', back);
  return () => {
    stop();
    host.clearTimeout(timer);
    host.removeEventListener('popstate', back);
  };
};
