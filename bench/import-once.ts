import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { openCatalog } from '../src/main/engine/catalog/open-catalog.ts';
import { createIngest } from '../src/main/engine/ingest/create-ingest.ts';

export const MEGA = 1e6;

export interface Round {
  /** The format that the file was read as. */
  format: string;
  structure: number;
  all: number;
  /** Bytes of the catalog and of the full-text index. */
  catalog: number;
  text: number;
}

/** A new catalog, into which sessions are imported one after the other, as into a window that is open for a while. */
export function openRoom() {
  const home = mkdtempSync(join(tmpdir(), 'tapescope-bench-'));
  const store = openCatalog(home);
  const ingest = createIngest({ home, store, onPush: () => {}, follow: false });
  return {
    home,
    /** Milliseconds until the session can be looked at, and until it can be searched. Without `text` it is not read for a search. */
    async import(path: string, { text = true } = {}): Promise<Omit<Round, 'catalog' | 'text'>> {
      const start = performance.now();
      const { tapes } = await ingest.open([path], { text });
      const structure = performance.now() - start;
      await ingest.idle();
      const all = performance.now() - start;
      const tape = store.catalog.tape(tapes[0] ?? '');
      if (tape.entries === 0 || (text && tape.textTo !== tape.entries)) throw new Error('the import is not complete');
      return { format: tape.format, structure, all };
    },
    async close(): Promise<void> {
      await ingest.close();
      store.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/**
 * Imports the file into a new catalog. A smaller session is imported before it, so that the threads run and their code is compiled, as in a window
 * that has been open for a while.
 */
export async function importOnce(path: string, before: string): Promise<Round> {
  const room = openRoom();
  const sizes = () => {
    for (const name of ['catalog.db', 'text-0.db', 'text-1.db']) checkpoint(join(room.home, name));
    const of = (start: string) =>
      readdirSync(room.home).reduce((sum, name) => sum + (name.startsWith(start) ? statSync(join(room.home, name)).size : 0), 0);
    return { catalog: of('catalog'), text: of('text') };
  };
  try {
    await room.import(before);
    const held = sizes();
    const round = await room.import(path);
    const now = sizes();
    return { ...round, catalog: now.catalog - held.catalog, text: now.text - held.text };
  } finally {
    await room.close();
  }
}

/** Moves what is in the write-ahead log into the database, so that its size is its size. */
const checkpoint = (file: string): void => {
  const db = new Database(file);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
};
