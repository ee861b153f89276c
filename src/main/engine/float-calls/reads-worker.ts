import { workerData } from 'node:worker_threads';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { createCatalog } from '../catalog/read.ts';
import type { Catalog } from '../catalog/types.ts';
import { type Db, joinDatabase } from '../database/schema.ts';
import { isDamage } from '../disk/disk.ts';
import { answerWith } from '../jobs/ask.ts';
import { createShardReaders, rowId, tapeOf } from '../search/shards.ts';
import { type FoundReads, findReads } from './reads.ts';
import type { ReadersQuery, ReadsQuery } from './thread.ts';

/** The next row that names a folder of context files. */
const NEXT = `SELECT rowid FROM text WHERE text MATCH '"float context"' AND rowid >= ? ORDER BY rowid LIMIT 1`;

/** One look for each tape that has such a row, however many it has. */
const tapesIn = (shard: Db): number[] => {
  const next = shard.prepare<[bigint], bigint>(NEXT).pluck().safeIntegers();
  const tapes: number[] = [];
  for (let row = next.get(0n); row !== undefined; row = next.get(rowId(tapeOf(row) + 1, 0))) tapes.push(tapeOf(row));
  return tapes;
};

/**
 * Tapes that name a folder of context files, wherever they were written: a session in the folder above a project, or in another working
 * tree, reads them too. By the full-text index; a tape that is not yet in it wholly is among them where it was written above `root`. A
 * damaged index names none.
 */
function createReaders(home: string, db: Db, catalog: Pick<Catalog, 'tapes'>): (root: string) => string[] {
  const shards = createShardReaders(home);
  const idOf = db.prepare<[number], string>('SELECT id FROM sources WHERE tape = ?').pluck();
  const named = (): string[] => {
    try {
      return [...new Set(shards().flatMap(tapesIn))].flatMap((tape) => idOf.get(tape) ?? []);
    } catch (failure) {
      if (!isDamage(failure)) throw failure;
      return [];
    }
  };
  return (root) => {
    const above = catalog.tapes().filter(({ project, textTo, entries }) => textTo < entries && isAbove(project, root));
    return [...new Set([...named(), ...above.map(({ id }) => id)])];
  };
}

const isAbove = (project: string, root: string): boolean =>
  project !== '' && root.startsWith(/[\\/]$/.test(project) ? project : `${project}${root.includes('\\') ? '\\' : '/'}`);

/** A thread that looks through transcripts for the context files that were read there. */
const { home } = workerData as { home: string };
const db = joinDatabase(home);
const catalog = createCatalog(db);
const readers = createReaders(home, db, catalog);

answerWith<ReadsQuery | ReadersQuery, FoundReads | string[]>(async (query, { signal }) => {
  if ('root' in query) return readers(query.root);
  const { tape, from } = query;
  const found = await findReads(catalog, catalog.tape(tape), from, () => signal.aborted);
  if (signal.aborted) throw new TapeError('cancelled', 'The tape was not looked through to its end.');
  return found;
});
