import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { type Bridge, CallError, createClient } from '../../shared/rpc/client.ts';
import { App } from './App.tsx';
import { ClientProvider } from './data/client.tsx';
import { followPushes } from './data/push.ts';
import { drawTogether, Queries } from './data/queries.ts';
import type { CommandId } from './features/keyboard/keys.ts';
import { listenToKeys, runCommand } from './features/keyboard/useKeys.ts';
import { linkToAddress } from './state/link.ts';

/** The two buttons at the side of a mouse. */
const SIDE: Readonly<Record<number, CommandId>> = { 3: 'place.back', 4: 'place.forward' };

/** Goes back and forward with the side buttons of a mouse, alike in every host: some windows do so by themselves, others do not. */
function listenToMouse(target: Window): () => void {
  const onButton = (event: MouseEvent) => {
    const command = SIDE[event.button];
    if (command === undefined) return;
    event.preventDefault();
    if (event.type === 'mouseup') runCommand(command);
  };
  target.addEventListener('mousedown', onButton);
  target.addEventListener('mouseup', onButton);
  return () => {
    target.removeEventListener('mousedown', onButton);
    target.removeEventListener('mouseup', onButton);
  };
}

/** An answer of the engine is final; only a lost connection is worth another try. */
const mayRetry = (failures: number, error: Error): boolean => failures < 2 && !(error instanceof CallError);

const FONTS_WITHIN = 400;

/** Waits for the two fonts, so that no text moves and no canvas draws another one first; not for long, since text matters more. */
const fontsReady = (): Promise<unknown> =>
  Promise.race([
    Promise.all(['13px "Inter Variable"', '12px "JetBrains Mono Variable"'].map((font) => document.fonts.load(font))),
    new Promise((resolve) => setTimeout(resolve, FONTS_WITHIN)),
  ]).catch(() => null);

/** Ties the window together on one bridge: calls, pushes, keys, the address, and the tree of components. */
export function mount(bridge: Bridge, element: HTMLElement): void {
  const queries = new Queries({
    defaultOptions: {
      queries: { staleTime: 60_000, retry: mayRetry, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
  drawTogether();
  followPushes(bridge, queries);
  listenToKeys(window);
  listenToMouse(window);
  linkToAddress(window);
  bridge.onCommand((command) => void runCommand(command));
  const root = createRoot(element);
  const tree = (
    <StrictMode>
      <QueryClientProvider client={queries}>
        <ClientProvider client={createClient(bridge)}>
          <App />
        </ClientProvider>
      </QueryClientProvider>
    </StrictMode>
  );
  void fontsReady().then(() => root.render(tree));
}
