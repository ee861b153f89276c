import { type BigIntStats, closeSync, fstatSync, openSync, readSync, statSync, writeFileSync, writeSync } from 'node:fs';
import Database from 'better-sqlite3';
import { codeOf, isAlive, isDamage } from '../disk/disk.ts';
import { sealText, unsealText } from './seal.ts';
import { areSame, committedSince, type Mark, NO_MARK, type Sum, sumsOf } from './wal.ts';

type Db = Database.Database;

/**
 * A checksum of each page of a database, in a file next to it, and how the database was left: size and times of its file and its log. So whoever
 * opens it sees with two looks at the file system whether somebody else has written to it, and only then are pages compared with their checksums.
 * SQLite itself notices a page that is none, and not one with other bytes, nor another page in its place.
 */

/** Bytes of a page. The larger, the fewer rows need more than one. */
export const PAGE_BYTES = 16_384;

/** Bytes of the head; after it each page has the two words of its checksum, and a checksum of them and of its number. */
const HEAD = 512;
const SLOT = 12;

/** Frames of the log from which on its pages are brought to the database, as SQLite would by itself. */
const LONG_LOG = 1000;

interface Left {
  /** How much of the log is in the checksums. */
  mark: Mark;
  /** How many pages have one. */
  pages: number;
  /** One of ours is writing: what is new in the log is not somebody else's. */
  writing: boolean;
  /** What `lookOf` says of the database, and `lookOfLog` of its log. */
  main: string;
  log: string;
  /** The process that is bringing pages from the log to the database, which is not as it was left meanwhile. */
  bringing?: number | undefined;
}

/** 'busy' where nobody can tell at the moment: somebody is writing, or there is no memory for all pages. */
export type Verdict = 'sound' | 'damaged' | 'busy';

const sumsFile = (file: string): string => `${file}-sums`;
const logFile = (file: string): string => `${file}-wal`;

const seen = (path: string): BigIntStats | null => {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined || found.size === 0n ? null : found;
};

/** What tells that a database is as it was. To open and close it here would end the locks that SQLite has on it. */
const lookOf = (file: string): string => {
  const found = seen(file);
  return found ? [found.ino, found.size, found.mtimeNs, found.ctimeNs].join(':') : '';
};

/** What tells that its log is as it was; nothing for an empty one. Where root runs, SQLite changes the owner of the log each time it opens it. */
const lookOfLog = (file: string): string => {
  const found = seen(logFile(file));
  return found ? [found.ino, found.size, found.mtimeNs].join(':') : '';
};

const crc32 = (bytes: Uint8Array): number => process.getBuiltinModule('node:zlib').crc32(bytes);

/** Checksum of an empty page that was never written. */
const UNWRITTEN: Sum = [0, 0];

const slotOf = (page: number, [one, two]: Sum): Buffer => {
  const slot = Buffer.alloc(SLOT);
  slot.writeInt32BE(one, 0);
  slot.writeInt32BE(two, 4);
  slot.writeUInt32BE(page, 8);
  slot.writeUInt32BE(crc32(slot), 8);
  return slot;
};

/** The first bytes of the file of checksums, all by default; null where there is none. */
const readSums = (file: string, length?: number): Buffer | null => {
  let sums: number;
  try {
    sums = openSync(sumsFile(file), 'r');
  } catch (failure) {
    if (codeOf(failure) === 'ENOENT') return null;
    throw failure;
  }
  try {
    const bytes = Buffer.alloc(length ?? fstatSync(sums).size);
    return bytes.subarray(0, readSync(sums, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(sums);
  }
};

/** How the database was left; null where nothing tells. */
const readLeft = (file: string): Left | null => {
  const head = readSums(file, HEAD);
  try {
    return head && (JSON.parse(unsealText(head.toString('latin1').trimEnd())) as Left);
  } catch {
    return null;
  }
};

const writeLeft = (sums: number, left: Left): void => void writeSync(sums, sealText(JSON.stringify(left)).padEnd(HEAD), 0, 'latin1');

/** Writes checksums of some pages, neighbours together. */
const writeSums = (sums: number, pages: ReadonlyMap<number, Sum>): void => {
  const order = [...pages.keys()].sort((a, b) => a - b);
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (order[to] === (order[to - 1] ?? 0) + 1) to += 1;
    const bytes = Buffer.concat(order.slice(from, to).map((page) => slotOf(page, pages.get(page) ?? UNWRITTEN)));
    writeSync(sums, bytes, 0, bytes.length, HEAD + ((order[from] ?? 1) - 1) * SLOT);
    from = to;
  }
};

/** Changes the file of checksums, as far as the disk lets it: what is not in it is noticed, and leads to another catalog. */
const change = (file: string, act: (sums: number) => void): void => {
  let sums: number | null = null;
  try {
    sums = openSync(sumsFile(file), 'r+');
    act(sums);
  } catch (failure) {
    if (codeOf(failure) === '') throw failure;
  } finally {
    if (sums !== null) closeSync(sums);
  }
};

/** Begins the checksums of a database that has nothing in it yet. Call inside the transaction that makes its tables. */
export function beginSums(file: string): void {
  writeFileSync(
    sumsFile(file),
    sealText(JSON.stringify({ mark: NO_MARK, pages: 0, writing: true, main: lookOf(file), log: '' })).padEnd(HEAD),
  );
}

/** Whether a database once had something in it. Sums without a byte are of one whose maker was killed before it had any. */
export function hadPages(file: string): boolean {
  return (statSync(sumsFile(file), { throwIfNoEntry: false })?.size ?? 0) > 0 && readLeft(file)?.pages !== 0;
}

/** Whether nobody but us has written to the database: two looks at the file system. */
export function isAsLeft(file: string): boolean {
  const left = readLeft(file);
  return left !== null && left.main === lookOf(file) && left.log === lookOfLog(file);
}

/**
 * Brings the checksums up to what ours have committed. Call inside a transaction that holds the lock for writing; `writing` says whether it is going to
 * write. False where the log has something of somebody else's.
 */
const catchUp = (file: string, writing: boolean): boolean => {
  const left = readLeft(file);
  if (left === null) return false;
  const { mark, pages, size } = committedSince(logFile(file), left.mark, PAGE_BYTES);
  if (pages.size > 0 && !left.writing) return false;
  if (pages.size === 0 && left.writing === writing) return true;
  for (let page = left.pages + 1; page <= size; page++) if (!pages.has(page)) pages.set(page, UNWRITTEN);
  const log = pages.size > 0 ? { mark, pages: size, log: lookOfLog(file) } : {};
  change(file, (sums) => {
    writeSums(sums, pages);
    writeLeft(sums, { ...left, ...log, writing });
  });
  return true;
};

const holding = <T>(db: Db, act: () => T): T => {
  db.exec('BEGIN IMMEDIATE');
  try {
    return act();
  } finally {
    if (db.inTransaction) db.exec('ROLLBACK');
  }
};

/**
 * Lets a connection keep the checksums with every transaction, and bring the log's pages to the database itself, so that it is known how that
 * leaves it.
 */
export function keepSums(db: Db, file: string): Db {
  db.pragma('wal_autocheckpoint = 0');
  const transaction = db.transaction.bind(db);
  const summing = (work: (...given: unknown[]) => unknown) => {
    const run = (...given: unknown[]): unknown => {
      if (db.inTransaction) return transaction(work)(...given);
      const outermost = transaction(() => {
        // Before the log can begin another run.
        catchUp(file, true);
        return work(...given);
      });
      try {
        return outermost.immediate();
      } finally {
        written(db, file);
      }
    };
    return Object.assign(run, { default: run, deferred: run, immediate: run, exclusive: run });
  };
  return Object.assign(db, { transaction: summing as unknown as Db['transaction'] });
}

const written = (db: Db, file: string): void => {
  try {
    holding(db, () => void catchUp(file, false));
    if ((readLeft(file)?.mark.frames ?? 0) >= LONG_LOG) bringHome(db, file, 'PASSIVE');
  } catch (failure) {
    // Whoever holds it catches up for us. What a full disk keeps from being written is noticed later.
    if (codeOf(failure) === '') throw failure;
  }
};

/** Begins a transaction of a connection with checksums, for who cannot write in one function. */
export function beginWrite(db: Db): void {
  db.exec('BEGIN IMMEDIATE');
  catchUp(db.name, true);
}

/** Ends it with what was written. */
export function commitWrite(db: Db): void {
  db.exec('COMMIT');
  written(db, db.name);
}

const mark = (file: string, bringing: number | undefined): void => {
  const left = readLeft(file);
  if (left !== null) change(file, (sums) => writeLeft(sums, { ...left, bringing }));
};

/** Brings pages from the log to the database. How that leaves it is written down, unless it was not as it had been left before. */
const bringHome = (db: Db, file: string, how: 'PASSIVE' | 'TRUNCATE'): void => {
  const known = holding(db, () => {
    mark(file, process.pid);
    return readLeft(file)?.main === lookOf(file);
  });
  try {
    db.pragma(`wal_checkpoint(${how})`);
    if (known) holding(db, () => leave(file));
  } finally {
    if (readLeft(file)?.bringing === process.pid) holding(db, () => mark(file, undefined));
  }
};

const leave = (file: string): void => {
  if (!catchUp(file, false)) return;
  const left = readLeft(file);
  if (left !== null) change(file, (sums) => writeLeft(sums, { ...left, main: lookOf(file), log: lookOfLog(file), bringing: undefined }));
};

/** Empties the log before the connection is closed, so that the last connection to close has nothing to bring. */
export function closeSums(db: Db, file: string): void {
  try {
    if (lookOfLog(file) === '') return;
    holding(db, () => void catchUp(file, false));
    bringHome(db, file, 'TRUNCATE');
  } catch {
    // A damaged database, or a busy one: the next to open it sees that it is not as it was left.
  }
}

/**
 * Holds every page, as SQLite reads it over a connection that has read nothing yet, against its checksum: where it is as it was left only if
 * somebody wants to be sure.
 */
export function judge(db: Db, file: string, sure: boolean): Verdict {
  try {
    return holding(db, () => {
      const ours = catchUp(file, false);
      if (!sure && ours && isAsLeft(file)) return 'sound';
      if (!sure && ours && isBeingBrought(file)) return 'busy';
      if (!ours || !areSound(pagesOf(db), file)) return 'damaged';
      leave(file);
      return 'sound';
    });
  } catch (failure) {
    if (/^SQLITE_(BUSY|LOCKED)/.test(codeOf(failure)) || isOutOfMemory(failure)) return 'busy';
    if (isDamage(failure)) return 'damaged';
    throw failure;
  }
}

const isBeingBrought = (file: string): boolean => {
  const { bringing } = readLeft(file) ?? {};
  return bringing !== undefined && isAlive(bringing);
};

const isOutOfMemory = (failure: unknown): boolean => failure instanceof Error && failure.message === 'Out of memory';

const pagesOf = (db: Db): Buffer => {
  try {
    return db.serialize();
  } catch (failure) {
    // Whatever keeps it from reading the first page is called a want of memory. A query says what it is.
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    throw failure;
  }
};

/** The same over a connection of its own, next to one that stays open. Waits for nobody. */
export function judgeAgain(file: string, sure: boolean): Verdict {
  let db: Db | null = null;
  try {
    db = new Database(file, { fileMustExist: true, timeout: 0 });
    return judge(db, file, sure);
  } catch (failure) {
    if (codeOf(failure) === 'SQLITE_CANTOPEN' || isDamage(failure)) return 'damaged';
    throw failure;
  } finally {
    db?.close();
  }
}

const areSound = (bytes: Buffer, file: string): boolean => {
  const [sums, left] = [readSums(file), readLeft(file)];
  if (sums === null || left === null || bytes.length !== left.pages * PAGE_BYTES || sums.length < HEAD + left.pages * SLOT) return false;
  const sumOf = sumsOf(bytes, PAGE_BYTES);
  for (let page = 1; page <= left.pages; page++) {
    const slot = sums.subarray(HEAD + (page - 1) * SLOT, HEAD + page * SLOT);
    const kept: Sum = [slot.readInt32BE(0), slot.readInt32BE(4)];
    if (!slot.equals(slotOf(page, kept))) return false;
    if (!areSame(kept, UNWRITTEN) && !areSame(kept, sumOf(page))) return false;
  }
  return true;
};
