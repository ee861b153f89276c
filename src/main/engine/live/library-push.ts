import type { Push } from '../../../shared/rpc/contract.ts';

/**
 * A window asks for the rows on its screen when it is notified of a change. An import of thousands of logs changes them again and again, so that is
 * told once in this many milliseconds; not in more, since a new session is made searchable right after it is read, and the next one waits for as long.
 */
export const TOLD_EVERY = 100;

export interface LibraryPush {
  changed(): void;
  close(): void;
}

/** Tells windows that the list of tapes is another: the first change at once. `captures` says which requests are captured. */
export function createLibraryPush(onPush: (push: Push) => void, captures: () => string): LibraryPush {
  let timer: NodeJS.Timeout | null = null;
  let again = false;
  const tell = (): void => {
    onPush({ type: 'library', captures: captures() });
    timer = setTimeout(() => {
      timer = null;
      if (again) tell();
      again = false;
    }, TOLD_EVERY);
    timer.unref();
  };
  return {
    changed() {
      if (timer === null) tell();
      else again = true;
    },
    close() {
      if (timer !== null) clearTimeout(timer);
      again = false;
    },
  };
}
