import { closeSync, existsSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { removeIfThere, sizeOf, syncFolder } from '../disk/disk.ts';
import { type Handle, indexFile, nowOf } from './handle.ts';
import { type Ends, headOf, indexEntry, metaOf, putEnds, putMeta } from './index-entry.ts';
import { createTables, type Db, wipeTables } from './index-schema.ts';
import { leave } from './left.ts';
import { isComplete, readPending } from './pending.ts';
import { notePhases } from './phase-stamp.ts';
import { type Oddity, phaseFolders, replay } from './replay.ts';
import { recoveredPath } from './set-aside.ts';
import { undoMerge } from './undo-merge.ts';
import { indexWords } from './word-index.ts';

/**
 * Fills an empty index from the files of the tape. Needs a transaction. Answers what kept lines from being entries. A merge whose lines are all
 * there counts as done: no index is left that could say otherwise.
 */
export function fillIndex(handle: Handle): Oddity[] {
  const oddities: Oddity[] = [];
  const ends: Ends = new Map();
  let head = headOf(handle);
  for (const { line, place } of replay(handle.folder, head.id + 1, (oddity) => oddities.push(oddity))) {
    const { id } = head;
    head = indexEntry(handle, line, place, head, ends);
    // The last entry of a piece is one whose words belong to it.
    indexWords(handle, id, head.id);
  }
  putEnds(handle, ends);
  notePhases(handle);
  const pending = readPending(handle.folder);
  if (pending?.op === 'merge' && isComplete(handle.folder, pending)) putMeta(handle, 'stamp', pending.stamp);
  return oddities;
}

/** An index in memory, for a folder that cannot be written. */
export function indexInMemory(handle: Handle): void {
  handle.db = new Database(':memory:');
  handle.inode = null;
  handle.statements = new Map();
  createTables(handle.db, '1');
  handle.db.transaction(() => fillIndex(handle))();
}

/**
 * Makes `index.db` where there is none that can be used; one that cannot is moved to `recovered/`. A lock of its own lets one process do
 * it: the index cannot lend one. The new index comes into place by renaming, whole; `usable` is asked again under the lock.
 */
export function makeIndex(handle: Handle, usable: () => boolean): void {
  const lock = openLock(handle.folder);
  try {
    lock.exec('BEGIN EXCLUSIVE');
    if (!usable()) replaceIndex(handle);
  } finally {
    lock.close();
  }
}

/** Throws 'not-found' where the folder is gone: another process may have moved it while this one was opening it. */
const openLock = (folder: string): Db => {
  try {
    return new Database(join(folder, 'index.lock'), { timeout: 120_000 });
  } catch (failure) {
    if (existsSync(folder)) throw failure;
    throw new TapeError('not-found', `${folder} is gone: it was moved or removed while it was being opened.`, { path: folder });
  }
};

const replaceIndex = (handle: Handle): void => {
  undoPart(handle);
  const path = indexFile(handle.folder);
  const draft = `${path}.new`;
  for (const suffix of ['', '-journal']) removeIfThere(`${draft}${suffix}`);
  const db = new Database(draft);
  try {
    db.pragma('journal_mode = OFF');
    db.pragma('synchronous = OFF');
    db.pragma('cache_size = -65536');
    createTables(db, '1');
    fill(handle, db);
    db.pragma('journal_mode = WAL');
  } finally {
    db.close();
  }
  syncFile(draft);
  moveAside(handle, path);
  renameSync(draft, path);
  leave(path);
  syncFolder(handle.folder);
  handle.remade = true;
};

/** A merge whose lines are not all there is undone. */
const undoPart = (handle: Handle): void => {
  const pending = readPending(handle.folder);
  if (pending?.op === 'merge' && !isComplete(handle.folder, pending)) undoMerge(handle, pending);
};

/**
 * Makes the index again in its place, unless `isGood` by the time that nobody else writes: others wait, and go on with it. Throws where it is too
 * damaged for that.
 */
export function renewIndex(handle: Handle, isGood: () => boolean): void {
  const { db } = handle;
  db.transaction(() => {
    if (isGood()) return;
    undoPart(handle);
    const generation = String(Number(metaOf(handle, 'generation') ?? 0) + 1);
    handle.statements = new Map();
    wipeTables(db, generation);
    noteOdd(handle, fillIndex(handle));
    // What the damage was in may be in use again.
    if (db.pragma('quick_check(1)', { simple: true }) !== 'ok') throw Object.assign(new Error('damaged'), { code: 'SQLITE_CORRUPT' });
    handle.remade = true;
  }).immediate();
  leave(indexFile(handle.folder));
  if (handle.remade) handle.notes.push('index.db was changed by something other than Tapescope, or copied; it was rebuilt from the files.');
}

const fill = (handle: Handle, db: Db): void => {
  const draft: Handle = { ...handle, db, statements: new Map() };
  noteOdd(handle, db.transaction(() => fillIndex(draft))());
};

const noteOdd = (handle: Handle, [first]: readonly Oddity[]): void => {
  if (first !== undefined)
    handle.notes.push(`${first.file}${first.line === null ? '' : `:${first.line}`}: ${first.sentence} (tape verify lists all)`);
};

const syncFile = (path: string): void => {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
};

/** The old index with its log: a log that stays behind would be taken for the new one's. */
const moveAside = (handle: Handle, path: string): void => {
  const size = sizeOf(path);
  if (size !== null) {
    const target = recoveredPath(handle.folder, 'index.db', nowOf(handle));
    renameSync(path, target);
    handle.notes.push(
      `index.db could not be read; it was rebuilt from the files, and the old one is in ${target.slice(handle.folder.length + 1)}.`,
    );
  } else if (phaseFolders(handle.folder).length > 0) handle.notes.push('index.db was missing; it was rebuilt from the files.');
  for (const suffix of ['-wal', '-shm']) removeIfThere(`${path}${suffix}`);
};
