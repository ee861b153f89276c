import { parentPort, workerData } from 'node:worker_threads';
import { toWireError } from '../../../shared/rpc/tape-error.ts';
import { createCatalog } from '../catalog/read.ts';
import { openDatabase } from '../catalog/schema.ts';
import { createResidencyService, type ResidencyQuery } from './service.ts';

/** A thread that follows contexts from step to step: a long session takes a second or two. */
const { home } = workerData as { home: string };
const answer = createResidencyService(createCatalog(openDatabase(home).db));

parentPort?.on('message', ({ task, query }: { task: number; query: ResidencyQuery }) => {
  try {
    parentPort?.postMessage({ task, answer: answer(query) });
  } catch (failure) {
    parentPort?.postMessage({ task, failure: toWireError(failure) });
  }
});
