import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hashOfLink } from '../../../shared/rpc/deep-link.ts';
import { fromHash, NOWHERE, toHash } from './hash.ts';
import { type LinkHost, linkTo, linkToAddress } from './link.ts';
import { useStore } from './store.ts';

/** A window's address and history, as far as links use them. */
const createHost = (start: string) => {
  const entries = [start];
  let at = 0;
  const listeners = new Set<() => void>();
  const host: LinkHost = {
    location: {
      get hash() {
        return entries[at] ?? '';
      },
    },
    history: {
      pushState: (_data, _unused, url) => {
        entries.splice(at + 1, entries.length, url);
        at += 1;
      },
      replaceState: (_data, _unused, url) => {
        entries[at] = url;
      },
    },
    addEventListener: (_type, listener) => void listeners.add(listener),
    removeEventListener: (_type, listener) => void listeners.delete(listener),
    setTimeout: (run, milliseconds) => Number(setTimeout(run, milliseconds)),
    clearTimeout: (timer) => clearTimeout(timer),
  };
  const back = () => {
    at -= 1;
    for (const listener of listeners) listener();
  };
  return { host, entries, back };
};

describe('the address bar', () => {
  let stop = () => {};
  beforeEach(() => {
    vi.useFakeTimers();
    useStore.getState().goTo(NOWHERE);
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
  });

  it('is read at the start', () => {
    const { host } = createHost('#/tape/one?step=7&entry=40');
    stop = linkToAddress(host);
    expect(useStore.getState()).toMatchObject({ tape: 'one', step: 7, entry: 40 });
  });

  it('keeps tapes and jumps for the back button, and writes walking steps over one another once they rest', () => {
    const { host, entries, back } = createHost('');
    stop = linkToAddress(host);
    const { openTape, moveTo } = useStore.getState();
    openTape('one', { step: 7 });
    for (const step of [8, 9, 10]) {
      moveTo(step);
      vi.advanceTimersByTime(500);
    }
    moveTo(90);
    vi.advanceTimersByTime(500);
    openTape('two');
    vi.advanceTimersByTime(0);
    expect(entries).toEqual(['', '#/tape/one?step=10', '#/tape/one?step=90', '#/tape/two']);
    back();
    expect(useStore.getState()).toMatchObject({ tape: 'one', step: 90 });
    back();
    expect(useStore.getState().step).toBe(10);
  });

  it('says at once that a comparison has taken the place of what asked for it', () => {
    const { host, entries, back } = createHost('#/tape/one?step=7&instead=full');
    stop = linkToAddress(host);
    const side = { tape: 'one', step: 7, policy: 'as-recorded' } as const;
    useStore.getState().compare([side, { ...side, policy: 'full' }]);
    expect(useStore.getState().overlay).toBeNull();
    vi.advanceTimersByTime(0);
    expect(entries).toHaveLength(2);
    expect(fromHash(entries[1] ?? '')).toMatchObject({ panel: 'compare', instead: null, sides: [side, { ...side, policy: 'full' }] });
    back();
    expect(useStore.getState()).toMatchObject({ panel: 'what-if', overlay: null, instead: 'full' });
  });

  it('goes back to what had not come to rest, with all that was on the screen', () => {
    const { host, entries, back } = createHost('#/tape/one?step=7');
    stop = linkToAddress(host);
    const { select, setPolicy, setPanel, setSides, openTape } = useStore.getState();
    select(40);
    setPolicy('memory:rate limit');
    setSides([{ tape: 'one', step: 7, policy: 'compact:8000' }]);
    setPanel('handoffs');
    useStore.getState().setPhase(12);
    openTape('two', { step: 3 });
    vi.advanceTimersByTime(0);
    back();
    expect(useStore.getState()).toMatchObject({ tape: 'one', panel: 'handoffs', phase: 12, entry: 40 });
    back();
    expect(useStore.getState()).toMatchObject({ panel: 'context', phase: null, step: 7, entry: 40, policy: 'memory:rate limit' });
    expect(useStore.getState().sides).toEqual([{ tape: 'one', step: 7, policy: 'compact:8000' }]);
    expect(entries).toHaveLength(3);
  });

  it('leaves a trace of the way to the newest step and back', () => {
    const { host, entries } = createHost('#/tape/one?step=1');
    stop = linkToAddress(host);
    useStore.getState().moveTo(null);
    vi.advanceTimersByTime(500);
    expect(entries).toEqual(['#/tape/one?step=1', '#/tape/one']);
  });

  it('closes what is written to a tape that one leaves', () => {
    const { host, back } = createHost('#/tape/one?step=1');
    stop = linkToAddress(host);
    useStore.getState().openTape('two');
    useStore.getState().setOverlay('note');
    vi.advanceTimersByTime(0);
    back();
    expect(useStore.getState()).toMatchObject({ tape: 'one', overlay: null });
  });

  it('writes once for a dragged playhead', () => {
    const { host, entries } = createHost('#/tape/one?step=1');
    stop = linkToAddress(host);
    for (let step = 2; step < 60; step++) {
      useStore.getState().moveTo(step);
      vi.advanceTimersByTime(16);
    }
    vi.advanceTimersByTime(500);
    expect(entries).toEqual(['#/tape/one?step=1', '#/tape/one?step=59']);
  });
});

describe('a link to a place', () => {
  const place = { ...NOWHERE, tape: 'abc', step: 7, policy: 'compact:8000', panel: 'residency' } as const;
  const page = { origin: 'http://127.0.0.1:4000', pathname: '/' };

  it('opens the app on the desktop, and the page without its token in a browser', () => {
    expect(linkTo(place, 'desktop', page)).toBe('tapescope://tape/abc?step=7&view=residency&policy=compact%3A8000');
    expect(linkTo(place, 'browser', page)).toBe('http://127.0.0.1:4000/#/tape/abc?step=7&view=residency&policy=compact%3A8000');
    expect(linkTo(NOWHERE, 'desktop', page)).toBeNull();
    const files = { ...NOWHERE, files: { root: '/home/me/a b', folder: '/src', tier: 'full', look: 'graph' } } as const;
    expect(linkTo(files, 'desktop', page)).toBe('tapescope://files?root=%2Fhome%2Fme%2Fa+b&folder=%2Fsrc&tier=full&look=graph');
    expect(fromHash(new URL(linkTo(files, 'browser', page) ?? '').hash)).toEqual(files);
    expect(hashOfLink(linkTo(files, 'desktop', page) ?? '')).toBe(toHash(files));
  });
});
