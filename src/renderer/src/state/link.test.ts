import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LinkHost, linkToAddress } from './link.ts';
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
    useStore.getState().goTo({ tape: null, step: null, entry: null, policy: 'as-recorded', panel: 'context', phase: null, sides: [] });
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
    expect(entries).toEqual(['', '#/tape/one?step=10', '#/tape/one?step=90', '#/tape/two']);
    back();
    expect(useStore.getState()).toMatchObject({ tape: 'one', step: 90 });
    back();
    expect(useStore.getState().step).toBe(10);
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
