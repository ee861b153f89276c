import { workerData } from 'node:worker_threads';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { createCatalog } from '../catalog/read.ts';
import { joinDatabase } from '../database/schema.ts';
import { answerWith } from '../jobs/ask.ts';
import { createReaders } from './readers.ts';
import { type FoundReads, findReads } from './reads.ts';
import type { ReadersQuery, ReadsQuery } from './thread.ts';

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
