import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beginSums, closeSums, isAsLeft, judge, judgeAgain, keepSums, PAGE_BYTES } from '../database/page-sums.ts';
import { plucked, prepared } from '../database/prepared.ts';
import type { Db } from '../database/schema.ts';
import { isDamage, sizeOf } from '../disk/disk.ts';

/**
 * The full-text index: contentless, so it holds words and places but no text, in two files, so that two threads can fill it
 * at once: text is the wall, and shards beat pipelines. A record is in exactly one of them.
 */
export const SHARDS = 2;

/** Raise it when what is indexed changes; see also `remove` in database/schema.ts. */
const VERSION = 6;

const shardFile = (home: string, shard: number): string => join(home, `text-${shard}.db`);

const TABLE = `CREATE VIRTUAL TABLE text USING fts5(body, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2')`;

/** Checksums of what was indexed, a run of entries at a time: four bytes for each from the entry `first` on, 0 where it has no text. */
const SUMS = 'CREATE TABLE sums (first INTEGER PRIMARY KEY, sums BLOB NOT NULL)';

/** Bytes of words that are held until they are written: in a table of 16 MB most looks miss what a core has close at hand, and more segments cost no search anything that can be measured. */
const HELD = 4 << 20;

const create = (db: Db): void => {
  db.transaction(() => {
    if (db.pragma('user_version', { simple: true }) === VERSION) return;
    beginSums(db.name);
    db.exec('DROP TABLE IF EXISTS text; DROP TABLE IF EXISTS sums');
    db.exec(TABLE);
    db.exec(SUMS);
    db.exec(`INSERT INTO text (text, rank) VALUES ('hashsize', ${HELD})`);
    db.pragma(`user_version = ${VERSION}`);
  }).immediate();
};

/** Whether a shard is one of this version. Throws where it cannot be read at all. */
export function isCurrent(db: Db): boolean {
  return db.pragma('user_version', { simple: true }) === VERSION;
}

const isWhole = (file: string): boolean => {
  if (!existsSync(file)) return false;
  let db: Db | null = null;
  try {
    db = new Database(file, { timeout: 30_000 });
    return isCurrent(db) && (isAsLeft(file) || (!isTooLarge(file) && judge(db, file, false) !== 'damaged'));
  } catch (failure) {
    if (!isDamage(failure)) throw failure;
    return false;
  } finally {
    if (db !== null) closeShard(db);
  }
};

/** Bytes up to which all pages are read to be compared with their checksums; a larger shard is sooner rebuilt. */
const LARGE = 2 ** 30;
const isTooLarge = (file: string): boolean => (sizeOf(file) ?? 0) > LARGE;

/** What another program wrote, or a disk lost, is damage, however good the pages look. */
class DamagedShard extends Error {
  readonly code = 'SQLITE_CORRUPT';
  constructor() {
    super('the text index is not what was written');
  }
}

const expectSound = (file: string): void => {
  if (!isAsLeft(file) && judgeAgain(file, false) === 'damaged') throw new DamagedShard();
};

/** Closes a shard that was written to. */
export function closeShard(db: Db): void {
  closeSums(db, db.name);
  db.close();
}

/** Whether all shards are there, of this version, and can be read. One alone is of no use: nobody knows what the other one held. */
export function areWhole(home: string): boolean {
  return Array.from({ length: SHARDS }, (_, shard) => shardFile(home, shard)).every(isWhole);
}

/** Deletes the files of the index. Whoever has them open continues with what is no longer there. */
export function removeShards(home: string): void {
  for (let shard = 0; shard < SHARDS; shard++)
    for (const end of ['', '-wal', '-shm', '-sums']) rmSync(shardFile(home, shard) + end, { force: true });
}

/** Opens a shard for writing, making it where there is none. */
export function openShard(home: string, shard: number): Db {
  const db = new Database(shardFile(home, shard), { timeout: 30_000 });
  db.pragma(`page_size = ${PAGE_BYTES}`);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = OFF');
  db.pragma('cache_size = -8000');
  create(keepSums(db, db.name));
  return db;
}

/** Merging while much is added would write everything several times over; few additions later on are merged as they come. */
export function setMerging(db: Db, on: boolean): void {
  const set = db.prepare("INSERT INTO text (text, rank) VALUES ('automerge', ?)");
  db.transaction(() => void set.run(BigInt(on ? 4 : 0)))();
}

/**
 * The shards of a home for reading, opened once and again whenever a file was replaced. Throws what counts as damage where one is not what was
 * written.
 */
export function createShardReaders(home: string) {
  const open = new Map<string, { inode: bigint; db: Db }>();
  const reader = (file: string): Db[] => {
    const inode = existsSync(file) ? statSync(file, { bigint: true }).ino : null;
    if (inode !== null) expectSound(file);
    const held = open.get(file);
    if (held && held.inode === inode) return [held.db];
    held?.db.close();
    open.delete(file);
    if (inode === null) return [];
    const db = new Database(file, { readonly: true, timeout: 30_000 });
    open.set(file, { inode, db });
    return [db];
  };
  return (): Db[] => Array.from({ length: SHARDS }, (_, shard) => shardFile(home, shard)).flatMap(reader);
}

/** Row of a record in the index: the tape in the upper half, the entry in the lower. BigInt, since FTS5 takes a number for a REAL. */
export function rowId(tape: number, seq: number): bigint {
  return (BigInt(tape) << 32n) | BigInt(seq);
}
/** The tape of a row of the index. */
export function tapeOf(row: bigint): number {
  return Number(row >> 32n);
}
/** The entry of a row of the index. */
export function seqOf(row: bigint): number {
  return Number(row & 0xffffffffn);
}

/** Takes the records of a tape from `from` on out of the index. */
export function removeText(db: Db, tape: number, from: number): void {
  const to = 0xffffffff;
  const rows = plucked<[bigint, bigint], bigint>(db, 'SELECT rowid FROM text WHERE rowid >= ? AND rowid <= ?').safeIntegers();
  for (const row of rows.all(rowId(tape, from), rowId(tape, to))) prepared(db, 'DELETE FROM text WHERE rowid = ?').run(row);
  prepared(db, 'DELETE FROM sums WHERE first >= ? AND first <= ?').run(rowId(tape, from), rowId(tape, to));
}
