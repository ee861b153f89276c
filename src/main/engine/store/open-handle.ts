import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { codeOf, isDamage, makeFolders, sizeOf, sweepDrafts, writeFailure } from '../disk/disk.ts';
import { indexInMemory, makeIndex, renewIndex } from './build-index.ts';
import { type ForkFile, type Handle, indexFile, inodeOf, sql } from './handle.ts';
import { hasOwnTables, passGuards } from './index-guards.ts';
import { type Db, INDEX_SCHEMA } from './index-schema.ts';
import { bring, isAsLeft, seenAt } from './left.ts';
import { noFork, noSession, tapeFolder } from './places.ts';
import type { OpenOptions, Which, Workspace } from './types.ts';

/** How long a write waits for other processes, in milliseconds. */
const BUSY_MS = 30_000;

/** Opens a tape's index, making it where it is missing or damaged. Throws as `openTape` does. */
export function openHandle(workspace: Workspace, which: Which, options: OpenOptions): Handle {
  const folder = tapeFolder(workspace, which);
  if (sizeOf(folder) === null) create(workspace, which, options, folder);
  const handle: Handle = {
    workspace,
    which,
    folder,
    options,
    fork: which.fork === null ? null : readFork(folder),
    notes: [],
    db: NOT_OPEN,
    inode: null,
    look: '',
    version: null,
    statements: new Map(),
    parent: null,
    locked: false,
    durable: null,
    commits: 0,
    condemned: null,
    remade: false,
  };
  if (options.readOnly !== true) sweepDrafts(folder);
  connect(handle);
  return handle;
}

/** Stands in for a connection until there is one. */
const NOT_OPEN = undefined as unknown as Db;

const create = (workspace: Workspace, { session, fork }: Which, options: OpenOptions, folder: string): void => {
  if (fork !== null) throw noFork(workspace, { session, fork });
  if (options.create !== true || options.readOnly === true) throw noSession(workspace, session);
  try {
    makeFolders(workspace.folder, folder.slice(workspace.folder.length).replaceAll('\\', '/'));
  } catch (error) {
    throw writeFailure(error, folder);
  }
};

export function readFork(folder: string): ForkFile {
  const path = join(folder, 'fork.json');
  try {
    const { name, start, at, who, note, prefix } = JSON.parse(readFileSync(path, 'utf8')) as Partial<ForkFile>;
    if (name === undefined || typeof start !== 'number' || typeof prefix !== 'string')
      throw new Error('it does not say where the fork starts');
    return { name, start, at: at ?? '', who: who ?? '', note: note ?? null, prefix };
  } catch (error) {
    throw new TapeError('unreadable', `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

/** The tape that a fork shares its prefix with. Throws for a tape that is not a fork. */
export function parentOf(handle: Handle): Handle {
  if (handle.fork === null) throw new Error('Only a fork has a parent.');
  handle.parent ??= openHandle(handle.workspace, { session: handle.which.session, fork: null }, { ...handle.options, create: false });
  return handle.parent;
}

export function closeHandle(handle: Handle): void {
  if (handle.parent !== null) closeHandle(handle.parent);
  handle.parent = null;
  handle.statements = new Map();
  if (handle.db !== NOT_OPEN) closeIndex(handle);
}

/** The last connection brings what is in the log to the index. */
const closeIndex = ({ folder, inode, options, db }: Handle): void => {
  const path = indexFile(folder);
  if (inode === null || options.readOnly === true || (sizeOf(`${path}-wal`) ?? 0) === 0) db.close();
  else bring(path, () => db.close());
};

/** Opens the index again: it is another file by now, or it turned out to be damaged. */
export function reopen(handle: Handle): void {
  const { db } = handle;
  handle.statements = new Map();
  handle.durable = null;
  handle.version = null;
  handle.db = NOT_OPEN;
  try {
    db.close();
  } catch {
    // A damaged index may not close well, and there is nothing in it to lose.
  }
  if (sizeOf(handle.folder) === null) throw new TapeError('not-found', `${handle.folder} is no longer there.`);
  connect(handle);
}

/**
 * After an error that speaks of damage: finds out which index has it, the fork's or its parent's, and rebuilds that one. Answers whether it
 * found any.
 */
export function replaceDamaged(handle: Handle): boolean {
  const parent = handle.parent !== null && replaceDamaged(handle.parent);
  if (handle.inode === null || isSound(handle.db)) return parent;
  handle.condemned = handle.inode;
  reopen(handle);
  return true;
}

const isSound = (db: Db): boolean => {
  try {
    return db.pragma('quick_check(1)', { simple: true }) === 'ok';
  } catch {
    return false;
  }
};

/** Opens it again if somebody put another index in its place, or changed it. One look at the file, and one at its tables. */
export function refresh(handle: Handle): void {
  if (handle.locked || handle.inode === null || isAsOpened(handle)) return;
  reopen(handle);
}

/** Whether the index on disk is the one that is open, and nobody but us has changed it. */
export function isAsOpened(handle: Handle): boolean {
  const path = indexFile(handle.folder);
  const seen = seenAt(path);
  if (seen === null || seen.inode !== handle.inode) return false;
  const trusted = seen.look === handle.look || isTrusted(handle);
  if (trusted) handle.look = seen.look;
  return trusted && (handle.options.asIs === true || isGuarded(handle));
}

/** Looks at the tables only where others have committed something since the last look. */
const isGuarded = (handle: Handle): boolean => {
  const version = sql<[], { data_version: number }>(handle, 'PRAGMA data_version').get()?.data_version ?? null;
  if (version !== handle.version && !hasOwnTables((text) => sql(handle, text))) return false;
  handle.version = version;
  return true;
};

const connect = (handle: Handle): void => {
  const found = attempt(handle);
  if (found === 'open') return;
  if (found === 'cramped' || handle.options.readOnly === true) {
    inMemory(handle);
    return;
  }
  try {
    makeIndex(handle, () => tryConnect(handle));
  } catch (error) {
    const failure = writeFailure(error, handle.folder);
    if (!(failure instanceof TapeError) || failure.code !== 'unwritable') throw failure;
    inMemory(handle);
    return;
  }
  if (handle.db === NOT_OPEN && !tryConnect(handle)) throw new TapeError('unreadable', `${indexFile(handle.folder)} cannot be opened.`);
};

/** 'cramped' is a disk so full that not even the file by which processes share an index has room: there it is only read. */
const attempt = (handle: Handle): 'open' | 'unusable' | 'cramped' => {
  try {
    return tryConnect(handle) ? 'open' : 'unusable';
  } catch (error) {
    if (/^SQLITE_(IOERR_(SHM|WRITE|FSYNC|TRUNCATE)|FULL)/.test(codeOf(error))) return 'cramped';
    throw error;
  }
};

/** In a folder that cannot be written SQLite cannot open an index with a log, so it is loaded; without one the files are read. */
const inMemory = (handle: Handle): void => {
  handle.inode = null;
  if (load(handle)) handle.notes.push(`${handle.folder} is read-only; its index was loaded into memory.`);
  else {
    indexInMemory(handle);
    handle.notes.push(`${handle.folder} has no index that can be used, and none could be written; its files were read instead.`);
  }
};

/** Bytes 18 and 19 of a database say whether it has a log; one that was closed well has nothing in it. */
const load = (handle: Handle): boolean => {
  const path = indexFile(handle.folder);
  if ((sizeOf(path) ?? 0) < 100 || (sizeOf(`${path}-wal`) ?? 0) > 0 || !isTrusted(handle)) return false;
  try {
    const bytes = readFileSync(path);
    bytes.fill(1, 18, 20);
    const db = new Database(bytes, { readonly: true });
    handle.db = db;
    return Number(db.pragma('user_version', { simple: true })) === INDEX_SCHEMA && hasOwnTables((text) => db.prepare(text));
  } catch {
    return false;
  }
};

const isTrusted = ({ options, folder }: Handle): boolean => options.asIs === true || isAsLeft(indexFile(folder));

const isOwn = (handle: Handle, db: Db): boolean =>
  handle.options.asIs === true || (isTrusted(handle) && hasOwnTables((text) => db.prepare(text)));

/** Makes an index again that something else has changed. False where that may not be, or it is too damaged: then another one takes its place. */
const renewed = (handle: Handle, db: Db): boolean => {
  if (handle.options.readOnly === true) return false;
  try {
    renewIndex(Object.assign(handle, { db }), () => isOwn(handle, db));
    return true;
  } catch (error) {
    handle.statements = new Map();
    handle.db = NOT_OPEN;
    if (!DAMAGED.test(codeOf(error))) throw error;
    handle.condemned = inodeOf(handle.folder);
    return false;
  }
};

/** What tables that are not ours lead to, besides damage. */
const DAMAGED = /^SQLITE_(CORRUPT|NOTADB|ERROR|FORMAT|SCHEMA|MISMATCH|CONSTRAINT|INTERNAL)/;

/** True with a connection that answers; false where the index is missing, damaged, of an older schema, or cannot be opened here. */
const tryConnect = (handle: Handle): boolean => {
  const path = indexFile(handle.folder);
  const seen = seenAt(path);
  if (seen === null || seen.inode === handle.condemned) return false;
  let db: Db | null = null;
  try {
    db = new Database(path, { fileMustExist: true, timeout: BUSY_MS, readonly: handle.options.readOnly === true });
    const schema = Number(db.pragma('user_version', { simple: true }));
    if (schema > INDEX_SCHEMA) throw new TapeError('unreadable', newer(path, schema));
    if (schema === INDEX_SCHEMA && inodeOf(handle.folder) === seen.inode && (isOwn(handle, db) || renewed(handle, db))) {
      passGuards(db);
      Object.assign(handle, { db, ...seen });
      return true;
    }
  } catch (error) {
    db?.close();
    if (isDamage(error) || /^SQLITE_(CANTOPEN|READONLY)/.test(codeOf(error))) return false;
    throw error;
  }
  db.close();
  return false;
};

const newer = (path: string, schema: number): string =>
  `${path} has schema ${schema}; this program knows ${INDEX_SCHEMA}. A newer Tapescope wrote it, and nothing was changed.`;
