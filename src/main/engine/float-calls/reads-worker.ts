import { workerData } from 'node:worker_threads';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { answerWith } from '../catalog/ask.ts';
import { createCatalog } from '../catalog/read.ts';
import { openDatabase } from '../catalog/schema.ts';
import { findReads } from './reads.ts';
import type { ReadsQuery } from './thread.ts';

/** A thread that looks through transcripts for the context files that were read there. */
const { home } = workerData as { home: string };
const catalog = createCatalog(openDatabase(home).db);

answerWith(async ({ tape, from }: ReadsQuery, { signal }) => {
  const found = await findReads(catalog, catalog.tape(tape), from, () => signal.aborted);
  if (signal.aborted) throw new TapeError('cancelled', 'The tape was not looked through to its end.');
  return found;
});
