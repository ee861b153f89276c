import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from '../catalog/schema.ts';
import { createFinder, type Query } from './find.ts';

/** A thread that searches over all tapes: the main thread never waits for it. */
const { home } = workerData as { home: string };
const find = createFinder(home, openDatabase(home).db);

parentPort?.on('message', ({ task, query }: { task: number; query: Query }) => {
  try {
    parentPort?.postMessage({ task, answer: find(query) });
  } catch (failure) {
    const { code, message } = failure as { code?: string; message?: string };
    parentPort?.postMessage({ task, failure: { code: code ?? 'internal', message: message ?? String(failure) } });
  }
});
