import { existsSync, readdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { isDamage } from '../disk/disk.ts';
import { makePath } from '../disk/make-path.ts';
import { stampOf } from '../store/names.ts';

const FILE = 'annotations.db';
const VERSION = 1;

const TABLES = `
  CREATE TABLE annotations (
    no INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, tape TEXT NOT NULL, file TEXT NOT NULL,
    target TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, text TEXT NOT NULL, label TEXT,
    written INTEGER NOT NULL, changed INTEGER NOT NULL, witness TEXT NOT NULL);
  CREATE INDEX annotations_file ON annotations (file, first)`;

/** The database of what readers wrote. It is opened for each call, as there are few, so that none keeps a lock. */
export interface Annotations {
  /** `none` where nothing was written yet, or the file is damaged: `notes` then says so. Changes nothing. */
  read<T>(work: (db: Database.Database) => T, none: T): T;
  /** One transaction, that other processes wait for. A damaged file is set aside first, never overwritten. */
  write<T>(work: (db: Database.Database) => T): T;
  /** A sentence for each damaged file: the one in use, and those that were set aside. */
  notes(): string[];
}

/** Throws TapeError: 'unreadable' (a newer schema, no access), 'unwritable' (full disk, held by another process). */
export function openAnnotations(home: string, readOnly: boolean): Annotations {
  const file = join(home, FILE);
  const use = <T>(write: boolean, work: (db: Database.Database) => T): T => {
    let db: Database.Database | null = null;
    try {
      // Not read-only where it may be helped: what a crash left half done is taken back by whoever opens it next.
      db = new Database(file, { timeout: 10_000, readonly: !write && readOnly });
      return work(db);
    } finally {
      db?.close();
    }
  };
  const write = <T>(work: (db: Database.Database) => T): T =>
    use(true, (db) =>
      db
        .transaction(() => {
          if (versionOf(db, file) === 0) db.exec(`${TABLES}; PRAGMA user_version = ${VERSION}`);
          return work(db);
        })
        .immediate(),
    );
  return {
    read(work, none) {
      if (!existsSync(file)) return none;
      try {
        return use(false, (db) => (versionOf(db, file) === 0 ? none : work(db)));
      } catch (failure) {
        if (isDamage(failure)) return none;
        throw failureOf(file, false, failure);
      }
    },
    write(work) {
      try {
        makePath(home);
        const seen = inode(file);
        try {
          return write(work);
        } catch (failure) {
          if (!isDamage(failure)) throw failure;
          setAside(home, file, seen);
          return write(work);
        }
      } catch (failure) {
        throw failureOf(file, true, failure);
      }
    },
    notes: () => [
      ...(damaged(file, use) ? [`${file} is damaged: SQLite cannot read what was written there. ${KEPT}`] : []),
      ...setAsideNotes(home),
    ],
  };
}

const KEPT = 'The next annotation sets the file aside; nothing is deleted.';

/** Throws TapeError('unreadable') for a schema that this program does not know. */
const versionOf = (db: Database.Database, file: string): number => {
  const version = Number(db.pragma('user_version', { simple: true }));
  if (version <= VERSION) return version;
  throw new TapeError(
    'unreadable',
    `${file} has schema ${version}; this program knows ${VERSION}. A newer Tapescope wrote it, and nothing was changed.`,
    { path: file },
  );
};

const damaged = (file: string, use: <T>(write: boolean, work: (db: Database.Database) => T) => T): boolean => {
  if (!existsSync(file)) return false;
  try {
    return use(false, (db) => db.pragma('quick_check(1)', { simple: true }) !== 'ok');
  } catch (failure) {
    return isDamage(failure);
  }
};

const inode = (file: string): number | null => (existsSync(file) ? statSync(file).ino : null);

/** Only the file that was found damaged: another process may have set it aside already, and begun a good one. */
const setAside = (home: string, file: string, seen: number | null): void => {
  if (seen === null || inode(file) !== seen) return;
  const aside = branchName(home, new Date());
  renameSync(file, aside);
  if (existsSync(`${file}-journal`)) renameSync(`${file}-journal`, `${aside}-journal`);
};

const branchName = (home: string, now: Date): string => {
  const base = join(home, `${FILE}.damaged-${stampOf(now)}`);
  for (let count = 1; ; count += 1) {
    const path = count === 1 ? base : `${base}.${count}`;
    if (!existsSync(path)) return path;
  }
};

const setAsideNotes = (home: string): string[] =>
  existsSync(home)
    ? readdirSync(home)
        .filter((name) => name.startsWith(`${FILE}.damaged-`) && !name.endsWith('-journal'))
        .sort()
        .map((name) => `Annotations that could no longer be read are kept in ${join(home, name)}.`)
    : [];

const failureOf = (file: string, write: boolean, failure: unknown): TapeError => {
  if (failure instanceof TapeError) return failure;
  const reason = failure instanceof Error ? failure.message : String(failure);
  return new TapeError(write ? 'unwritable' : 'unreadable', `Annotations in ${file} cannot be ${write ? 'changed' : 'read'}: ${reason}.`, {
    path: file,
  });
};
