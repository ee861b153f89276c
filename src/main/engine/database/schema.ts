import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { codeOf, isDamage } from '../disk/disk.ts';
import { makePath } from '../disk/make-path.ts';
import { homeFailure } from './failures.ts';
import { beginSums, hadPages, isAsLeft, judge, keepSums, PAGE_BYTES } from './page-sums.ts';
import { keepPaths } from './reopen.ts';
import { refuseStrayWrites } from './stray-writes.ts';

export type Db = Database.Database;

/** Raise it with every change of the tables, or of what reading or linking makes: an older catalog is thrown away and rebuilt. */
const VERSION = 27;

/**
 * Pointers, never content. One source file is one tape. Entries and steps are pages of columns (columns.ts);
 * everything that is looked up by a word or is rare is a table of its own.
 */
const TABLES = `
  CREATE TABLE sources (
    tape INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, path TEXT NOT NULL UNIQUE, format TEXT NOT NULL,
    size INTEGER NOT NULL, mtime REAL NOT NULL, inode TEXT NOT NULL,
    offset INTEGER NOT NULL, open INTEGER NOT NULL, head TEXT NOT NULL, tail TEXT NOT NULL,
    total INTEGER NOT NULL, with_entries INTEGER NOT NULL, noted INTEGER NOT NULL, blank INTEGER NOT NULL,
    unreadable INTEGER NOT NULL, repaired INTEGER NOT NULL, waiting INTEGER NOT NULL,
    reread INTEGER NOT NULL, notes TEXT NOT NULL, unknown TEXT NOT NULL, state TEXT NOT NULL, text_to INTEGER NOT NULL,
    rev INTEGER NOT NULL);
  CREATE TABLE changes (no INTEGER PRIMARY KEY AUTOINCREMENT, tape INTEGER NOT NULL UNIQUE);
  CREATE TABLE forgotten (tape INTEGER PRIMARY KEY);
  CREATE TABLE tapes (
    tape INTEGER PRIMARY KEY, project TEXT NOT NULL, title TEXT NOT NULL, session TEXT, writer TEXT, writers TEXT, model TEXT,
    started REAL, ended REAL, entries INTEGER NOT NULL, steps INTEGER NOT NULL,
    input REAL NOT NULL, output REAL NOT NULL, cache_read REAL NOT NULL, cache_write REAL NOT NULL,
    branches INTEGER NOT NULL, anchors INTEGER NOT NULL, compactions INTEGER NOT NULL, failed INTEGER NOT NULL,
    cwd TEXT, native TEXT, agent TEXT, parent_session TEXT, parent_file TEXT, archived TEXT, prompt TEXT, located TEXT,
    parent INTEGER, relation TEXT, caller INTEGER, merged INTEGER, copy TEXT, shared TEXT, copied TEXT, cost REAL,
    program TEXT, likely TEXT);
  CREATE INDEX tapes_session ON tapes (session);
  CREATE INDEX tapes_parent ON tapes (parent);
  CREATE INDEX tapes_agent ON tapes (agent) WHERE agent IS NOT NULL;
  CREATE INDEX tapes_parent_session ON tapes (parent_session) WHERE parent_session IS NOT NULL;
  CREATE INDEX tapes_parent_file ON tapes (parent_file) WHERE parent_file IS NOT NULL;
  CREATE INDEX tapes_unnamed ON tapes (tape) WHERE located = 'capture' AND session IS NULL;
  CREATE INDEX tapes_likely ON tapes (tape) WHERE likely IS NOT NULL;
  CREATE TABLE entry_pages (id INTEGER PRIMARY KEY, data BLOB NOT NULL, text TEXT NOT NULL);
  CREATE TABLE step_pages (id INTEGER PRIMARY KEY, spent TEXT NOT NULL, data BLOB NOT NULL, text TEXT NOT NULL);
  CREATE TABLE tools (tape INTEGER NOT NULL, no INTEGER NOT NULL, count INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY (tape, no));
  CREATE TABLE anchors (tape INTEGER NOT NULL, no INTEGER NOT NULL, detail TEXT NOT NULL, PRIMARY KEY (tape, no)) WITHOUT ROWID;
  CREATE TABLE problems (
    tape INTEGER NOT NULL, no INTEGER NOT NULL, line INTEGER NOT NULL, offset INTEGER NOT NULL, length INTEGER NOT NULL,
    outcome TEXT NOT NULL, reason TEXT NOT NULL, PRIMARY KEY (tape, no)) WITHOUT ROWID;
  CREATE TABLE spawns (
    agent TEXT NOT NULL, tape INTEGER NOT NULL, call TEXT NOT NULL, PRIMARY KEY (agent, tape, call)) WITHOUT ROWID;
  CREATE INDEX spawns_tape ON spawns (tape);
  CREATE TABLE prompts (
    hash TEXT NOT NULL, tape INTEGER NOT NULL, seq INTEGER NOT NULL, call TEXT NOT NULL,
    PRIMARY KEY (hash, tape, seq, call)) WITHOUT ROWID;
  CREATE INDEX prompts_tape ON prompts (tape);
  CREATE TABLE heads (hash INTEGER NOT NULL, tape INTEGER NOT NULL, PRIMARY KEY (hash, tape)) WITHOUT ROWID;
  CREATE INDEX heads_tape ON heads (tape);
  CREATE TABLE kin (tape INTEGER PRIMARY KEY, family INTEGER NOT NULL, rank TEXT NOT NULL, names BLOB NOT NULL);
  CREATE INDEX kin_family ON kin (family);
  CREATE TABLE counted (
    family INTEGER NOT NULL, name INTEGER NOT NULL, tape INTEGER NOT NULL, many INTEGER NOT NULL,
    PRIMARY KEY (family, name)) WITHOUT ROWID;
  CREATE TABLE corrections (tape INTEGER NOT NULL, target INTEGER NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (tape, target, seq)) WITHOUT ROWID;
  CREATE TABLE marks (
    tape INTEGER NOT NULL, seq INTEGER NOT NULL, type TEXT NOT NULL, label TEXT NOT NULL, forks TEXT NOT NULL,
    PRIMARY KEY (tape, seq, type, label)) WITHOUT ROWID;
`;

/**
 * Every write of a row gives its tape the newest number among the changes, so that whoever keeps rows reads those again and no others (listed.ts).
 * A new source is told of by the row of its tape, which comes with it. No `INSERT OR REPLACE`: in a trigger it does what the statement outside of it says.
 */
const CHANGES = (['sources', 'tapes'] as const).flatMap((table) =>
  (['INSERT', 'UPDATE', 'DELETE'] as const)
    .filter((event) => table === 'tapes' || event !== 'INSERT')
    .map((event) => {
      const tape = event === 'DELETE' ? 'OLD.tape' : 'NEW.tape';
      return `CREATE TRIGGER ${table}_${event} AFTER ${event} ON ${table} BEGIN
      DELETE FROM changes WHERE tape = ${tape}; INSERT INTO changes (tape) VALUES (${tape}); END;`;
    }),
);

/** Tables whose rows belong to one tape by a column of that name. */
export const TAPE_TABLES = ['tapes', 'tools', 'anchors', 'problems', 'spawns', 'prompts', 'heads', 'corrections', 'marks'] as const;

/** Page ids are `tape × PAGES + number`: room for 2³² entries in each of two million tapes, within what a number holds exactly. */
export const PAGES = 2 ** 24;

export function catalogFile(home: string): string {
  return join(home, 'catalog.db');
}

const connect = (file: string, fileMustExist = false): Db => {
  const db = new Database(file, { timeout: 30_000, fileMustExist });
  try {
    return keepSums(refuseStrayWrites(prepared(db)), file);
  } catch (failure) {
    db.close();
    throw failure;
  }
};

const prepared = (db: Db): Db => {
  // A page of entries is about this large. Takes effect only where the file is new.
  db.pragma(`page_size = ${PAGE_BYTES}`);
  db.pragma('journal_mode = WAL');
  // Everything here can be made again from the sources, so a crash may cost the last writes.
  db.pragma('synchronous = OFF');
  db.pragma('cache_size = -16000');
  return db;
};

/** `lost` where there had been tables before. */
const create = (file: string): { db: Db; lost: boolean } => {
  const fresh = connect(file);
  try {
    const lost = fresh
      .transaction(() => {
        if (versionOf(fresh) !== 0) return false;
        const known = hadPages(file) || hasTexts(dirname(file));
        beginSums(file);
        fresh.exec(TABLES);
        fresh.exec(CHANGES.join('\n'));
        fresh.pragma(`user_version = ${VERSION}`);
        return known;
      })
      .immediate();
    return { db: fresh, lost };
  } catch (failure) {
    fresh.close();
    throw failure;
  }
};

/** A catalog with nothing in it, in memory: for what is looked at once. */
export function memoryDatabase(): Db {
  const db = new Database(':memory:');
  db.exec(TABLES);
  db.exec(CHANGES.join('\n'));
  return db;
}

const versionOf = (db: Db): number => Number(db.pragma('user_version', { simple: true }));

const ENDS = ['', '-wal', '-shm', '-journal', '-sums'];

/** The full text of a catalog: where it stands alone, its catalog is gone. */
const TEXTS = ['text-0.db', 'text-1.db'];

const hasTexts = (home: string): boolean => TEXTS.some((name) => existsSync(join(home, name)));

const remove = (home: string): void => {
  for (const name of ['catalog.db', ...TEXTS]) for (const end of ENDS) rmSync(join(home, name + end), { force: true });
};

/** Keeps a damaged catalog for whoever wants to know why, in the place of the one before, and makes room for another. */
const moveAside = (home: string): void => {
  for (const end of ENDS) {
    const from = catalogFile(home) + end;
    rmSync(`${catalogFile(home)}.damaged${end}`, { force: true });
    if (existsSync(from)) renameSync(from, `${catalogFile(home)}.damaged${end}`);
  }
  remove(home);
};

/** Puts a damaged catalog aside. What it knew is opened again from the sources (reopen.ts). Call it with no connection open. */
export function setAside(home: string): void {
  let db: Db | null = null;
  try {
    db = new Database(catalogFile(home), { readonly: true });
    keepPaths(home, db);
  } catch {
    keepPaths(home, null);
  } finally {
    db?.close();
  }
  moveAside(home);
}

/** Why the catalog in `file` cannot be used; null where it can, or is to be made. */
const whyUseless = (db: Db, file: string): string | null => {
  const version = versionOf(db);
  if (version === 0 && db.prepare('SELECT 1 FROM sqlite_schema').get() === undefined) return null;
  if (version !== VERSION && version !== 0) return `it was written by another version of Tapescope (${version}, not ${VERSION})`;
  return isAsLeft(file) || judge(db, file, false) !== 'damaged' ? null : 'it is damaged (its pages are not what was written)';
};

/** What a table or a setting that is not ours leads to. */
const isStrange = (failure: unknown): boolean => /^SQLITE_(ERROR|FORMAT|SCHEMA|MISMATCH)/.test(codeOf(failure));

const ANEW = 'The catalog was rebuilt';

/**
 * Another connection to the catalog that its process has open. What may be wrong with it is left to whoever opened it first: nobody puts aside what
 * others use.
 */
export function joinDatabase(home: string): Db {
  return connect(catalogFile(home), true);
}

/**
 * Opens the catalog of `home`, or makes one. One that is older, newer or damaged is deleted and rebuilt: nothing is lost
 * by that, the sources are the truth. `note` says so when it happened. Throws TapeError('unreadable') with a sentence where
 * nothing can be kept in `home`.
 */
export function openDatabase(home: string): { db: Db; note: string | null } {
  try {
    return openOrMake(home);
  } catch (failure) {
    throw homeFailure(home, failure) ?? failure;
  }
}

const openOrMake = (home: string): { db: Db; note: string | null } => {
  makePath(home);
  const file = catalogFile(home);
  if (!existsSync(file)) {
    const gone = hadPages(file) || hasTexts(home);
    // Numbers of tapes start over with a new catalog, so an old text index would point to the wrong ones.
    remove(home);
    return { db: create(file).db, note: gone ? `${ANEW}: its file was gone.` : null };
  }
  let reason: string | null;
  let db: Db | null = null;
  try {
    db = connect(file);
    reason = whyUseless(db, file);
    if (reason === null && versionOf(db) !== 0) return { db, note: null };
  } catch (failure) {
    if (!isDamage(failure) && !isStrange(failure)) {
      // Another process may be at work with it: a catalog that cannot be had is not one that is of no use.
      db?.close();
      throw failure;
    }
    reason = `it is damaged (${failure instanceof Error ? failure.message : String(failure)})`;
  }
  if (reason !== null) keepPaths(home, db);
  db?.close();
  if (reason?.startsWith('it is damaged')) moveAside(home);
  else if (reason !== null) remove(home);
  const made = create(file);
  if (made.lost) reason = 'it is damaged (it has lost its tables)';
  return { db: made.db, note: reason === null ? null : `${ANEW}: ${reason}.` };
};
