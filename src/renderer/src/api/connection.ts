import { useSyncExternalStore } from 'react';

/** `lost` says that calls wait until the host is reachable again; the desktop is always `open`. */
export type ConnectionState = 'connecting' | 'open' | 'lost';

const listeners = new Set<() => void>();
let current: ConnectionState = 'open';

export function setConnection(state: ConnectionState): void {
  if (state === current) return;
  current = state;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The state of the line to the engine. */
export function useConnection(): ConnectionState {
  return useSyncExternalStore(subscribe, () => current);
}
