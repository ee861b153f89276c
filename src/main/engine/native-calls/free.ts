import { setTimeout } from 'node:timers/promises';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { codeOf } from '../disk/disk.ts';
import { handleOf } from '../store/handle.ts';
import type { Tape } from '../store/types.ts';

/** How long a call waits for a lock that another process holds, and how often it looks. */
const WAIT_MS = 30_000;
const LOOK_MS = 15;

/**
 * Resolves when nobody else is writing to the tape. The store itself waits for a lock without letting anything else run, as a command of
 * the terminal may; a window must go on meanwhile. Throws 'unwritable' for a lock that is held for too long.
 */
export async function whenFree(tape: Tape): Promise<void> {
  for (let waited = 0; !isFree(tape); waited += LOOK_MS) {
    if (waited >= WAIT_MS) throw new TapeError('unwritable', `Another process has been writing to ${tape.folder} for ${WAIT_MS / 1000} s.`);
    await setTimeout(LOOK_MS);
  }
}

/** Takes the lock without waiting and gives it back. What else may be wrong, the write itself says best. */
const isFree = (tape: Tape): boolean => {
  const { db, inode, options } = handleOf(tape);
  if (inode === null || options.readOnly === true) return true;
  const before = Number(db.pragma('busy_timeout', { simple: true }));
  try {
    db.pragma('busy_timeout = 0');
    db.exec('BEGIN IMMEDIATE; ROLLBACK');
    return true;
  } catch (failure) {
    return !codeOf(failure).startsWith('SQLITE_BUSY');
  } finally {
    db.pragma(`busy_timeout = ${before}`);
  }
};
