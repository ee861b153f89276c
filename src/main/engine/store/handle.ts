import { statSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import type { Db } from './index-schema.ts';
import type { OpenOptions, Tape, Which, Workspace } from './types.ts';

/** `fork.json`: where a fork starts. Written once, when the fork is made. */
export interface ForkFile {
  name: string;
  /** The last entry of the parent that it shares. */
  start: number;
  at: string;
  who: string;
  note: string | null;
  /** Hex of the parent's chain digest at `start`. */
  prefix: string;
}

/** A tape as the store's own modules see it: its folder, its index, and what may change while it is open. */
export interface Handle {
  readonly workspace: Workspace;
  readonly which: Which;
  readonly folder: string;
  readonly options: OpenOptions;
  readonly fork: ForkFile | null;
  /** What opening mended, as sentences. */
  readonly notes: string[];
  db: Db;
  /** Inode of the index that `db` has open; null for an index in memory. */
  inode: bigint | null;
  /** Its size and time when it was last known to be what was written (left.ts). */
  look: string;
  /** SQLite's number of what others have committed, when its tables were last looked at; null before. */
  version: number | null;
  statements: Map<string, Database.Statement<unknown[], unknown>>;
  /** The parent of a fork, opened when first needed. */
  parent: Handle | null;
  /** Inside of `withLock`. */
  locked: boolean;
  /** Whether commits of this connection are synced; null until it first writes. */
  durable: boolean | null;
  /** Commits of this connection: after some of them it looks how long the log is. */
  commits: number;
  /** Inode of an index that turned out to be damaged: not to be opened again. */
  condemned: bigint | null;
  /** The index was rebuilt by this process, and the ends of all files are to be looked at. */
  remade: boolean;
}

const handles = new WeakMap<Tape, Handle>();

export function remember(tape: Tape, handle: Handle): void {
  handles.set(tape, handle);
}

/** The internals of a tape that `openTape` answered. */
export function handleOf(tape: Tape): Handle {
  const handle = handles.get(tape);
  if (handle === undefined) throw new Error('This tape was not opened by openTape.');
  return handle;
}

/** A statement, prepared when first used: a process that asks one question prepares one. */
export function sql<Bind extends unknown[], Row>(handle: Handle, text: string): Database.Statement<Bind, Row> {
  const known = handle.statements.get(text);
  if (known !== undefined) return known as Database.Statement<Bind, Row>;
  const made = handle.db.prepare<Bind, Row>(text);
  handle.statements.set(text, made as Database.Statement<unknown[], unknown>);
  return made;
}

export function indexFile(folder: string): string {
  return join(folder, 'index.db');
}

/** Identity of the index on disk; null where there is none. */
export function inodeOf(folder: string): bigint | null {
  return statSync(indexFile(folder), { bigint: true, throwIfNoEntry: false })?.ino ?? null;
}

export function nowOf(handle: Handle): Date {
  return handle.options.now?.() ?? new Date();
}
