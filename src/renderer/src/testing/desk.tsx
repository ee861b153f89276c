import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import { createClient } from '../../../shared/rpc/client.ts';
import { answersFor } from '../../dev/answers.ts';
import { type Answers, createFakeBridge } from '../../dev/fake-bridge.ts';
import { ClientProvider } from '../data/client.tsx';
import { Queries } from '../data/queries.ts';
import { listenToKeys } from '../features/keyboard/useKeys.ts';
import { useStore } from '../state/store.ts';

// This ends what hangs, and nothing else, as in vitest.config.ts.
configure({ asyncUtilTimeout: 120_000 });

/** Pixels of everything: jsdom lays nothing out. */
const SIZE = { width: 800, height: 600 };

const noop = (): void => {};
const Watcher = class {
  observe = noop;
  unobserve = noop;
  disconnect = noop;
};

/** What a browser has and jsdom lacks. */
const lend = (): void => {
  const box = HTMLElement.prototype;
  for (const name of ['clientWidth', 'offsetWidth']) Object.defineProperty(box, name, { configurable: true, value: SIZE.width });
  for (const name of ['clientHeight', 'offsetHeight']) Object.defineProperty(box, name, { configurable: true, value: SIZE.height });
  // A list is as tall as it says of what it holds.
  Object.defineProperty(box, 'scrollHeight', {
    configurable: true,
    get(this: HTMLElement) {
      const [inner] = this.children;
      return Math.max(SIZE.height, inner instanceof HTMLElement ? Number.parseFloat(inner.style.height) || 0 : 0);
    },
  });
  box.scrollIntoView = noop;
  // As a browser does it, with the event that lists wait for.
  box.scrollTo = function scrollTo(this: HTMLElement, to?: ScrollToOptions | number) {
    if (typeof to === 'object') this.scrollTop = to.top ?? 0;
    this.dispatchEvent(new Event('scroll'));
  } as typeof box.scrollTo;
  HTMLCanvasElement.prototype.getContext = () => null;
  window.ResizeObserver = Watcher;
  window.IntersectionObserver = Watcher as unknown as typeof IntersectionObserver;
  window.matchMedia = () => ({ matches: false, addEventListener: noop, removeEventListener: noop }) as unknown as MediaQueryList;
  Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
};

const untouched = useStore.getState();

/**
 * Draws one component as the window would. All keys of the window work, and a scene of the fake bridge answers its calls.
 * Gives back a hand that clicks and types, and the methods that were called with their inputs.
 */
export function draw(what: ReactNode, { scene = 'full', answers = {} }: { scene?: string; answers?: Answers } = {}) {
  lend();
  useStore.setState(untouched, true);
  const bridge = createFakeBridge({ ...answersFor(scene), ...answers });
  const calls: [method: string, input: unknown][] = [];
  const client = createClient({
    ...bridge,
    call: (id, method, input) => {
      calls.push([method, input]);
      return bridge.call(id, method, input);
    },
  });
  const queries = new Queries({ defaultOptions: { queries: { retry: false, staleTime: 60_000 }, mutations: { networkMode: 'always' } } });
  const listening = listenToKeys(window);
  render(
    <QueryClientProvider client={queries}>
      <ClientProvider client={client}>{what}</ClientProvider>
    </QueryClientProvider>,
  );
  onTestFinished(() => {
    cleanup();
    listening();
    queries.clear();
  });
  return { hand: userEvent.setup(), calls };
}
