import type { Input, Method, Output, Push, Signal } from './contract.ts';
import type { Answer, WireError } from './errors.ts';

/** All that a host lends to the window. The desktop's preload and the browser's socket each provide one. */
export interface Bridge {
  readonly host: 'desktop' | 'browser';
  call(id: number, method: string, input: unknown): Promise<Answer<unknown>>;
  /** Tells the engine that nobody waits for call `id` any more. */
  cancel(id: number): void;
  /** Every push until the returned function is called. */
  subscribe(listener: (push: Push) => void): () => void;
  /** Where a dropped file is on disk; null in a browser, which does not tell. */
  pathOf(file: unknown): string | null;
  /** Commands from a native menu, by name; a browser has none. */
  onCommand(listener: (command: string) => void): () => void;
  /** The system's own dialog for files and folders; null where there is none. */
  pick: (() => Promise<string[]>) | null;
}

export interface Client {
  call<M extends Method>(method: M, input: Input<M>, signal?: Signal): Promise<Output<M>>;
  readonly bridge: Bridge;
}

/** What a failed call rejects with: the one envelope, as an Error. */
export class CallError extends Error {
  readonly wire: WireError;
  constructor(wire: WireError) {
    super(wire.message);
    this.name = 'CallError';
    this.wire = wire;
  }
}

/** Types the bridge by the contract and turns the envelope into a value or a CallError. */
export function createClient(bridge: Bridge): Client {
  let last = 0;
  return {
    bridge,
    async call(method, input, signal) {
      const id = ++last;
      const stop = () => bridge.cancel(id);
      signal?.addEventListener('abort', stop, { once: true });
      try {
        const answer = await bridge.call(id, method, input);
        if (!answer.ok) throw new CallError(answer.error);
        return answer.value as Output<typeof method>;
      } finally {
        signal?.removeEventListener('abort', stop);
      }
    },
  };
}
