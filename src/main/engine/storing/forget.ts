import { existsSync, statSync } from 'node:fs';
import { basename, dirname, sep } from 'node:path';
import { isThere } from '../bytes/row-place.ts';
import type { Db } from '../database/schema.ts';
import { realPath } from '../disk/disk.ts';
import { holdersOf, settleCopied } from '../families/copied.ts';
import { relate } from '../families/relate.ts';
import { clearTape } from './saved-work.ts';

/** Takes tapes out of the catalog whose file is gone. Their text goes with the next text pass. */
export function forgetGone(store: { db: Db }): number[] {
  return forgetThose(store, (path) => !isThere(path));
}

/** Takes out what was found in places that are looked at no more. The files stay as they are, and can be opened by hand. */
export function forgetLeft(store: { db: Db }, left: readonly string[], kept: readonly string[]): number[] {
  return left.length === 0 ? [] : forgetThose(store, (path) => isBelow(path, left) && !isBelow(path, kept));
}

/**
 * Takes out forks of native tapes below these folders that a reset moved into an archive, or deleted: archived, they are tapes of their own.
 * Other logs stay known when their file is gone, until the place is watched.
 */
export function forgetMovedForks(store: { db: Db }, paths: readonly string[]): number[] {
  const below = paths.filter((path) => existsSync(path) && statSync(path).isDirectory()).map(realPath);
  if (below.length === 0) return [];
  return forgetThose(store, (path) => basename(dirname(path)) === 'forks' && isBelow(path, below) && !existsSync(path));
}

/** Takes out tapes whose file is one of these paths, or below one of them. */
export function forgetBelow(store: { db: Db }, paths: readonly string[]): number[] {
  const real = paths.filter((path) => existsSync(path)).map(realPath);
  return real.length === 0 ? [] : forgetThose(store, (path) => real.includes(path) || isBelow(path, real));
}

const isBelow = (path: string, folders: readonly string[]): boolean =>
  folders.some((folder) => path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`));

const forgetThose = (store: { db: Db }, condition: (path: string) => boolean): number[] => {
  const gone = store.db
    .prepare<[], { tape: number; path: string }>('SELECT tape, path FROM sources')
    .all()
    .filter(({ path }) => condition(path));
  for (const { tape } of gone) forget(store.db, tape);
  return gone.map(({ tape }) => tape);
};

const forget = (db: Db, tape: number): void => {
  db.transaction(() => {
    const kept = db.prepare<[number], number>("SELECT tape FROM tapes WHERE parent = ? AND relation = 'capture'").pluck().all(tape);
    const holders = [...holdersOf(db, tape), ...kept];
    const thought = db.prepare<[], number>('SELECT tape FROM tapes INDEXED BY tapes_likely WHERE likely IS NOT NULL').pluck().all();
    clearTape(db, tape);
    db.prepare('DELETE FROM sources WHERE tape = ?').run(tape);
    db.prepare('INSERT OR IGNORE INTO forgotten (tape) VALUES (?)').run(tape);
    // What was captured of it is all that is left of it, and a tape of its own.
    db.prepare("UPDATE tapes SET parent = NULL, caller = NULL, relation = nullif(relation, 'capture') WHERE parent = ?").run(tape);
    settleCopied(db, holders);
    relate(
      db,
      thought.filter((one) => holders.includes(one)),
    );
  }).immediate();
};
