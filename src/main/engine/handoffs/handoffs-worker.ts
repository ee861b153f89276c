import { parentPort, workerData } from 'node:worker_threads';
import { toWireError } from '../../../shared/rpc/tape-error.ts';
import { openDatabase } from '../catalog/schema.ts';
import { createGraphReader } from '../graph/read.ts';
import { createHandoffService, type HandoffQuery } from './service.ts';

/** A thread that counts phases: one pass over the columns of a tape, and a look at the context around each beginning. */
const { home } = workerData as { home: string };
const answer = createHandoffService(createGraphReader(openDatabase(home).db));

parentPort?.on('message', async ({ task, query }: { task: number; query: HandoffQuery }) => {
  try {
    parentPort?.postMessage({ task, answer: await answer(query) });
  } catch (failure) {
    parentPort?.postMessage({ task, failure: toWireError(failure) });
  }
});
