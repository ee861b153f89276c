import { closeSync, copyFileSync, existsSync, mkdtempSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Database from 'better-sqlite3';
import { diskReason } from '../../../shared/rpc/disk-reasons.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';

/** Databases of other programs. They are opened for a moment and closed again: nothing is written, made or held next to them, and no writer waits for long. */

export type Value = string | number | bigint | Uint8Array | null;

interface Statement {
  all(...values: unknown[]): unknown[];
  /** How each of the two bindings is asked for rows as lists. Early versions of Node cannot. */
  raw?(on: boolean): unknown;
  setReturnArrays?(on: boolean): void;
}

interface Connection {
  prepare(sql: string): Statement;
  exec(sql: string): unknown;
  close(): void;
}

/** A database that is open to be read. `all` throws TapeError('unreadable') with a sentence, and Damaged where only some of it can be read. */
export interface Foreign {
  all<T extends object>(sql: string, ...values: unknown[]): T[];
  /** The same, each row as the list of its values: no object is made that has to be taken apart again. */
  lists(sql: string, ...values: unknown[]): Value[][];
  close(): void;
}

/** Some of the pages are not what they should be; others may be. */
export class Damaged extends TapeError {}

/** How long a reader waits for a writer that holds the whole file, in milliseconds. */
const PATIENCE = 250;

/** Opens a database to be read. Throws TapeError('unreadable') with a sentence. */
export function openForeign(file: string): Foreign {
  const connection = answering(file, () => connect(file));
  const named = new Map<string, Statement>();
  const listed = new Map<string, Statement>();
  const prepared = (statements: Map<string, Statement>, sql: string): Statement => {
    const statement = statements.get(sql) ?? connection.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  return {
    all: <T extends object>(sql: string, ...values: unknown[]) => answering(file, () => prepared(named, sql).all(...values) as T[]),
    lists: (sql, ...values) => answering(file, () => listsOf(prepared(listed, sql), values)),
    close: () => connection.close(),
  };
}

const listsOf = (statement: Statement, values: readonly unknown[]): Value[][] => {
  if (statement.raw) statement.raw(true);
  else if (statement.setReturnArrays) statement.setReturnArrays(true);
  else return statement.all(...values).map((row) => Object.values(row as Record<string, Value>));
  return statement.all(...values) as Value[][];
};

/** What is in the file's head: whether writes go to a log of their own first. */
const MAGIC = 'SQLite format 3\0';
const LOGGED = 2;

interface Head {
  database: boolean;
  logged: boolean;
}

/** The first bytes of a file. Throws what the file system throws. */
const headOf = (path: string): Head => {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(20);
    const read = readSync(file, head, 0, head.length, 0);
    return { database: read === head.length && head.toString('latin1', 0, 16) === MAGIC, logged: head[19] === LOGGED };
  } finally {
    closeSync(file);
  }
};

/** Whether a file begins like a database. False for one that cannot be read. */
export function isDatabase(path: string): boolean {
  try {
    return headOf(path).database;
  } catch {
    return false;
  }
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/**
 * With a log of writes SQLite needs an index of it next to the database, and makes one where there is none, even for a reader. So it is asked only where
 * a writer has one; where nothing waits in the log it takes the file as one that never changes; else it reads a copy.
 */
const connect = (file: string): Connection => {
  if (!headOf(file).logged) return sizeOf(`${file}-journal`) > 0 ? besideWriter(file) : plain(file);
  if (existsSync(`${file}-shm`) && existsSync(`${file}-wal`)) return plain(file);
  return sizeOf(`${file}-wal`) > 0 ? copied(file) : (unchanging(file) ?? copied(file));
};

const plain = (file: string): Connection => {
  const connection: Connection = new Database(file, { readonly: true, fileMustExist: true, timeout: PATIENCE });
  return careful(connection);
};

/** The file is another program's: what its schema would run is not run, and its cells are looked at before they are believed. */
const careful = (connection: Connection): Connection => {
  connection.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA query_only = ON;');
  return connection;
};

/** A journal that a crash left must be rolled back by a writer: a copy has one. One that a living writer just made is gone soon. */
const besideWriter = (file: string): Connection => {
  const connection = plain(file);
  try {
    connection.prepare('SELECT 1 FROM sqlite_master').all();
    return connection;
  } catch (failure) {
    connection.close();
    if (/READONLY|CANTOPEN/.test(codeOf(failure))) return copied(file);
    throw failure;
  }
};

/** Only Node's own SQLite can be told by an address; null where it has none. */
const unchanging = (file: string): Connection | null => {
  const sqlite = process.getBuiltinModule('node:sqlite');
  if (sqlite === undefined) return null;
  const address = pathToFileURL(file);
  address.search = '?immutable=1';
  try {
    return careful(new sqlite.DatabaseSync(address, { readOnly: true }) as never);
  } catch (failure) {
    if (codeOf(failure).startsWith('ERR_INVALID')) return null;
    throw failure;
  }
};

/** A copy in a folder of its own, which is gone once it is closed. */
const copied = (file: string): Connection => {
  const folder = mkdtempSync(join(tmpdir(), 'tapescope-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    for (const end of ['', '-wal', '-journal']) if (existsSync(file + end)) copyFileSync(file + end, join(folder, `copy${end}`));
    const connection: Connection = careful(new Database(join(folder, 'copy'), { timeout: PATIENCE }));
    return {
      prepare: (sql) => connection.prepare(sql),
      exec: (sql) => connection.exec(sql),
      close() {
        connection.close();
        remove();
      },
    };
  } catch (failure) {
    remove();
    throw failure;
  }
};

/** Results of SQLite by number, as Node has them, with the names that the other binding has. */
const NAMES: ReadonlyMap<number, string> = new Map([
  ...([
    [5, 'SQLITE_BUSY'],
    [6, 'SQLITE_LOCKED'],
    [7, 'SQLITE_NOMEM'],
    [8, 'SQLITE_READONLY'],
  ] as const),
  ...([
    [10, 'SQLITE_IOERR'],
    [11, 'SQLITE_CORRUPT'],
    [14, 'SQLITE_CANTOPEN'],
    [26, 'SQLITE_NOTADB'],
  ] as const),
]);

const codeOf = (failure: unknown): string => {
  const { code = '', errcode } = failure as { code?: string; errcode?: number };
  return errcode === undefined ? code : (NAMES.get(errcode & 0xff) ?? code);
};

/** What is asked of a database, with failures as sentences. */
const answering = <T>(file: string, ask: () => T): T => {
  try {
    return ask();
  } catch (failure) {
    throw sentence(file, failure);
  }
};

const sentence = (file: string, failure: unknown): unknown => {
  const code = codeOf(failure);
  const details = { file, cause: code };
  if (failure instanceof TapeError || !(failure instanceof Error)) return failure;
  if (/^SQLITE_(BUSY|LOCKED)/.test(code))
    return new TapeError(
      'unreadable',
      `${file} cannot be read: ${diskReason(code)}. It is read at its next change, or open it again.`,
      details,
    );
  if (/^SQLITE_(CORRUPT|IOERR_SHORT_READ)/.test(code)) return new Damaged('unreadable', `${file} is damaged: ${failure.message}.`, details);
  if (code.startsWith('SQLITE_NOTADB'))
    return new TapeError('unreadable', `${file} is not an SQLite database, or an encrypted one.`, details);
  const why = diskReason(code) ?? (code.startsWith('SQLITE_') ? failure.message : null);
  return why === null ? failure : new TapeError('unreadable', `${file} cannot be read: ${why}.`, details);
};
