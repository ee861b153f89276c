import { parentPort, workerData } from 'node:worker_threads';
import { TapeError, toWireError } from '../../../shared/rpc/tape-error.ts';
import { createCatalog } from '../catalog/read.ts';
import { openDatabase } from '../catalog/schema.ts';
import { findReads } from './reads.ts';
import { type ReadsMessage, STOP } from './thread.ts';

/** A thread that looks through transcripts for the context files that were read there. */
const { home } = workerData as { home: string };
const catalog = createCatalog(openDatabase(home).db);

parentPort?.on('message', async ({ task, tape, from, shared }: ReadsMessage) => {
  const cells = new Int32Array(shared);
  const stopped = (): boolean => Atomics.load(cells, STOP) === 1;
  try {
    const answer = await findReads(catalog, catalog.tape(tape), from, stopped);
    if (stopped()) throw new TapeError('cancelled', 'The tape was not looked through to its end.');
    parentPort?.postMessage({ task, answer });
  } catch (failure) {
    parentPort?.postMessage({ task, failure: toWireError(failure) });
  }
});
