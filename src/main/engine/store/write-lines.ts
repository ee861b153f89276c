/** What writing to a tape needs: the lock, and lines to append under it. */

export type { Locked } from './held-tape.ts';
export { withLock } from './lock.ts';
export { type NewLine, writeLines } from './put-lines.ts';
