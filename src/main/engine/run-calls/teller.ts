/** Milliseconds between two frames while words arrive. */
const EVERY = 100;

export interface Teller {
  /** Words arrived: shown with those that arrive soon after. */
  soon(): void;
  /** Something else changed: shown at once. */
  now(): void;
  /** Shows what waits, and nothing after that. */
  close(): void;
}

/** Calls `tell` ten times a second at most for what comes often, and at once for what matters. */
export function createTeller(tell: () => void): Teller {
  let timer: NodeJS.Timeout | null = null;
  let last = 0;
  let closed = false;
  const now = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (closed) return;
    last = Date.now();
    tell();
  };
  return {
    now,
    soon() {
      if (closed || timer !== null) return;
      timer = setTimeout(now, Math.max(0, last + EVERY - Date.now()));
      timer.unref();
    },
    close() {
      now();
      closed = true;
    },
  };
}
