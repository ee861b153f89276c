import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach } from 'vitest';
import { type Bridge, createClient } from '../../../shared/rpc/client.ts';
import type { Input, Method, Output } from '../../../shared/rpc/contract.ts';
import { ClientProvider } from '../data/client.tsx';
import { listenToKeys } from '../features/keyboard/useKeys.ts';
import { NOWHERE } from '../state/hash.ts';
import { useStore } from '../state/store.ts';

/** What an engine answers to each call of a part of the window. */
export type Answers = { readonly [M in Method]?: (input: Input<M>) => Output<M> };

// Ends what waits in vain, and nothing else: a machine that does eight other things takes ten times as long.
configure({ asyncUtilTimeout: 120_000 });

/** A page without a layout has no heights, and a list of no height draws no rows. */
const VIEW = 520;
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => VIEW });

let deaf: () => void = () => {};
afterEach(() => {
  cleanup();
  deaf();
  useStore.setState({ ...NOWHERE, ...useStore.getInitialState() });
});

/** Draws a part of the window over these answers, with its keys. `asked` are the calls that it made; a call without an answer fails. */
export function show(part: ReactNode, answers: Answers = {}): { asked: { method: string; input: unknown }[] } {
  const asked: { method: string; input: unknown }[] = [];
  const known = new Map<string, (input: never) => unknown>(Object.entries(answers));
  const bridge: Bridge = {
    host: 'browser',
    call: async (_id, method, input) => {
      asked.push({ method, input });
      const answer = known.get(method);
      return answer === undefined
        ? { ok: false, error: { code: 'not-found', message: `Nothing answers ${method} here.` } }
        : { ok: true, value: answer(input as never) };
    },
    cancel: () => {},
    subscribe: () => () => {},
    pathOf: () => null,
    onCommand: () => () => {},
    pick: null,
  };
  deaf = listenToKeys(window);
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={queries}>
      <ClientProvider client={createClient(bridge)}>{part}</ClientProvider>
    </QueryClientProvider>,
  );
  return { asked };
}
