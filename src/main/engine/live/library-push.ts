import type { Push } from '../../../shared/rpc/contract.ts';

/** A window asks for the whole list when it hears of a change, so changes in quick succession are told once in so many milliseconds. */
const TOLD_EVERY = 250;

export interface LibraryPush {
  changed(): void;
  close(): void;
}

/** Tells windows that the list of tapes is another: the first change at once. */
export const createLibraryPush = (onPush: (push: Push) => void): LibraryPush => {
  let timer: NodeJS.Timeout | null = null;
  let again = false;
  const tell = (): void => {
    onPush({ type: 'library' });
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
};
