import { join } from 'node:path';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { codeOf, cutBack, writeFailure } from '../disk/disk.ts';
import { catchUp, isBehind } from './catch-up.ts';
import { type Handle, handleOf, indexFile, sql } from './handle.ts';
import type { Locked } from './held-tape.ts';
import { headOf } from './index-entry.ts';
import { bringUnlessBrought, filled } from './left.ts';
import { isAsOpened, reopen } from './open-handle.ts';
import { readPending, removePending } from './pending.ts';
import { newestPhase } from './phases.ts';
import { finishDiscard, finishReset } from './reset-files.ts';
import type { Tape } from './types.ts';

/**
 * Runs `work` while no other process can write to the tape; waits up to 30 s for that. What a crash left behind is put right first.
 * All that `work` writes with `writeLines` is there when this returns, or, where anything throws, nothing of it is. Inside, the tape's own
 * reading calls see what was written so far. For several tapes, nest the calls: forks by name, their parent innermost, which commits first.
 * Throws 'unwritable' for a full disk, a read-only folder, a lock held for too long, and whatever `work` throws.
 */
export function withLock<T>(tape: Tape, work: (locked: Locked) => T): T {
  return lockHandle(handleOf(tape), true, work);
}

export function lockHandle<T>(handle: Handle, durable: boolean, work: (locked: Locked) => T): T {
  if (handle.locked) throw new Error('The tape is locked by this very call.');
  if (handle.options.readOnly === true || handle.inode === null) throw onlyRead(handle);
  lockSettled(handle, durable);
  const locked: Locked = { handle, durable, head: headOf(handle), newest: newestPhase(handle), before: new Map(), journal: false };
  return inside(handle, locked, () => work(locked));
}

const onlyRead = ({ folder }: Handle): TapeError => new TapeError('unwritable', `Nothing was written to ${folder}: it is read-only.`);

/** Runs `work` in the open transaction and commits it, or takes it back. */
const inside = <T>(handle: Handle, locked: Locked | null, work: () => T): T => {
  handle.locked = true;
  try {
    const value = work();
    sql(handle, 'COMMIT').run();
    handle.locked = false;
    if (locked?.journal === true) removePending(handle.folder);
    bringLong(handle);
    return value;
  } catch (error) {
    if (locked?.takeBack !== undefined) attempt(locked.takeBack);
    undo(handle, locked?.before ?? new Map(), locked?.journal === true);
    throw writeFailure(error, handle.folder);
  } finally {
    handle.locked = false;
  }
};

/** Takes the lock of a tape that a crash left nothing behind in. What it left is put right in a transaction of its own, and that one is durable. */
const lockSettled = (handle: Handle, durable: boolean): void => {
  for (;;) {
    begin(handle, durable);
    if (!handle.remade && !isBehind(handle)) return;
    handle.db.exec('ROLLBACK');
    begin(handle, true);
    const pending = readPending(handle.folder);
    inside(handle, null, () => {
      if (pending?.op === 'reset') finishReset(handle, pending);
      catchUp(handle, handle.remade);
    });
    handle.remade = false;
    if (pending !== null) finishDiscard(handle.folder, pending);
    removePending(handle.folder);
  }
};

/** Bytes of SQLite's log before it is written back. SQLite's own 4 MB would sync twice in every hundred appends. */
const LONG_LOG = 16 << 20;
/** Commits between two looks at its length. */
const LOOK = 16;

/** Brings a long log to the index, so that it is known how that leaves it. */
const bringLong = (handle: Handle): void => {
  handle.commits += 1;
  const path = indexFile(handle.folder);
  if (handle.commits % LOOK !== 0 || filled(`${path}-wal`) < LONG_LOG) return;
  // What was committed stays, whatever the disk says.
  attempt(() => bringUnlessBrought(path, () => void handle.db.pragma('wal_checkpoint(PASSIVE)')));
};

/** Takes the lock of the index that is on disk, which need not be the one that was opened. */
const begin = (handle: Handle, durable: boolean): void => {
  for (;;) {
    try {
      // A log that was brought home keeps its length: to write over it costs a disk less than to make it longer with every append.
      if (handle.durable === null) handle.db.exec('PRAGMA wal_autocheckpoint = 0');
      if (handle.durable !== durable) handle.db.pragma(`synchronous = ${durable ? 'FULL' : 'NORMAL'}`);
      handle.durable = durable;
      sql(handle, 'BEGIN IMMEDIATE').run();
    } catch (error) {
      throw writeFailure(error, handle.folder);
    }
    if (isAsOpened(handle)) return;
    sql(handle, 'ROLLBACK').run();
    reopen(handle);
    if (handle.inode === null) throw onlyRead(handle);
  }
};

/** Files first: while the lock is held nobody sees them longer than the index says. */
const undo = (handle: Handle, before: ReadonlyMap<string, number | null>, journal: boolean): void => {
  for (const [path, size] of before) attempt(() => cutBack(join(handle.folder, path), size));
  if (journal) attempt(() => removePending(handle.folder));
  if (handle.db.inTransaction) attempt(() => handle.db.exec('ROLLBACK'));
};

/** What cannot be undone now is undone by whoever opens the tape next. */
const attempt = (work: () => void): void => {
  try {
    work();
  } catch (error) {
    if (codeOf(error) === '') throw error;
  }
};
