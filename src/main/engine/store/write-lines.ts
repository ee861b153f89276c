/** What writing to a tape needs: the lock, and lines to append under it. */
export { withLock } from './lock.ts';
export type { Locked } from './locked.ts';
export { type NewLine, writeLines } from './put-lines.ts';
