import { parentPort, workerData } from 'node:worker_threads';
import { toWireError } from '../../../shared/rpc/tape-error.ts';
import { openDatabase } from '../catalog/schema.ts';
import { createMemory } from './find.ts';
import type { MemoryAsked } from './scope.ts';

/** A thread that recalls from many tapes: the main thread never waits for it. */
const { home } = workerData as { home: string };
const memory = createMemory(home, openDatabase(home).db);

parentPort?.on('message', ({ task, asked }: { task: number; asked: MemoryAsked }) => {
  try {
    parentPort?.postMessage({ task, answer: memory.query(asked) });
  } catch (failure) {
    parentPort?.postMessage({ task, failure: toWireError(failure) });
  }
});
