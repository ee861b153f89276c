import type { Told } from './told.ts';

/** Milliseconds after the last byte of a request has left, after which it is handed over though no answer began. */
const PAUSE = 50;
/** Bytes that are held at most: a body may have no end. */
const MOST = 8 * 1024 * 1024;

export interface Handing {
  add(told: Told): void;
  /** The last byte has left. */
  left(): void;
  /** An answer began: all is handed over when what came of it has left, and so is what follows. */
  soon(): void;
  /** It is over: all is handed over, and what still comes at once. */
  flush(): void;
}

/**
 * Holds what passes until it has left: to hand it over takes as long as to copy it, and neither the upstream is to wait for that, nor the agent for the
 * first byte of its answer, which a socket sends when the handlers of its event have ended.
 */
export function createHanding(tell: (told: Told) => void): Handing {
  const held: Told[] = [];
  let [bytes, isOpen, isOver] = [0, false, false];
  let timer: NodeJS.Timeout | null = null;
  let isNext = false;
  const give = (): void => {
    isNext = false;
    for (const told of held.splice(0)) tell(told);
    bytes = 0;
  };
  const soon = (): void => {
    if (timer !== null) clearTimeout(timer);
    isOpen = true;
    if (!isNext) setImmediate(give);
    isNext = true;
  };
  return {
    add(told) {
      held.push(told);
      bytes += 'bytes' in told ? told.bytes.length : 0;
      if (isOver || bytes > MOST) give();
      else if (isOpen) soon();
    },
    left() {
      timer ??= setTimeout(give, PAUSE);
    },
    soon,
    flush() {
      if (timer !== null) clearTimeout(timer);
      isOver = true;
      give();
    },
  };
}
