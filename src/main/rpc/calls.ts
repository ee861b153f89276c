import { type Answer, TapeError, toWireError } from '../../shared/rpc/errors.ts';
import type { Dispatch } from './dispatch.ts';

/** The running calls of one window. */
export interface Calls {
  call(id: number, method: string, input: unknown): Promise<Answer<unknown>>;
  /** Aborts call `id`; a call that is over is not an error. */
  cancel(id: number): void;
  /** Aborts everything: the window is gone. */
  close(): void;
}

/** More at once than any window needs; beyond it a page is broken or hostile. */
const MOST_AT_ONCE = 500;

const refuse = (message: string): Answer<never> => ({ ok: false, error: toWireError(new TapeError('bad-input', message)) });

/** Gives every call of one window an abort signal under the number that the window chose. */
export function createCalls(dispatch: Dispatch): Calls {
  const running = new Map<number, AbortController>();
  return {
    async call(id, method, input) {
      if (running.has(id)) return refuse(`Call ${id} is still running.`);
      if (running.size >= MOST_AT_ONCE) return refuse(`More than ${MOST_AT_ONCE} calls at once.`);
      const controller = new AbortController();
      running.set(id, controller);
      try {
        return await dispatch(method, input, controller.signal);
      } finally {
        running.delete(id);
      }
    },
    cancel: (id) => running.get(id)?.abort(),
    close() {
      for (const controller of running.values()) controller.abort();
    },
  };
}
