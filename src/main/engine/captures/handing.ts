import type { Told } from './told.ts';

/** Milliseconds after the last byte of a request has left, after which it is handed over though no answer began. */
const PAUSE = 50;
/** Bytes that are held at most: a body may have no end. */
const MOST = 8 * 1024 * 1024;

export interface Handing {
  add(told: Told): void;
  /** The last byte has left. */
  left(): void;
  /** Nobody waits for a first byte any more: all is handed over, and what follows at once. */
  now(): void;
}

/** Holds what a request is made of until its answer begins: to hand it over takes as long as to copy it, and the upstream is not to wait for that. */
export function createHanding(tell: (told: Told) => void): Handing {
  const held: Told[] = [];
  let [bytes, isOpen] = [0, false];
  let timer: NodeJS.Timeout | null = null;
  const give = (): void => {
    for (const told of held.splice(0)) tell(told);
    bytes = 0;
  };
  return {
    add(told) {
      if (isOpen) return tell(told);
      held.push(told);
      bytes += 'bytes' in told ? told.bytes.length : 0;
      if (bytes > MOST) give();
    },
    left() {
      timer ??= setTimeout(give, PAUSE);
    },
    now() {
      if (timer !== null) clearTimeout(timer);
      isOpen = true;
      give();
    },
  };
}
