import { parentPort, workerData } from 'node:worker_threads';
import { toWireError } from '../../../shared/rpc/tape-error.ts';
import { createCatalog } from '../catalog/read.ts';
import { openDatabase } from '../catalog/schema.ts';
import { createResidencyService, type ResidencyQuery } from './service.ts';
import { STOP, type Told } from './thread.ts';

interface Message {
  task: number;
  query: ResidencyQuery;
  shared: SharedArrayBuffer;
}

/** A thread that follows contexts from step to step. It says how far it is, and stops where the shared cell says so. */
const { home } = workerData as { home: string };
const service = createResidencyService(createCatalog(openDatabase(home).db), home);
const tell = (told: Told): void => parentPort?.postMessage(told);

parentPort?.on('message', async ({ task, query, shared }: Message) => {
  const cells = new Int32Array(shared);
  const watch = {
    stopped: () => Atomics.load(cells, STOP) === 1,
    progress: (done: number, of: number, unit: 'steps' | 'entries') => tell({ task, progress: { done, of, unit } }),
  };
  try {
    tell({ task, answer: await service.answer(query, watch) });
  } catch (failure) {
    tell({ task, failure: toWireError(failure) });
  }
});
