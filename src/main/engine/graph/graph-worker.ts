import { parentPort, workerData } from 'node:worker_threads';
import { toWireError } from '../../../shared/rpc/tape-error.ts';
import { openDatabase } from '../catalog/schema.ts';
import { createGraphReader } from './read.ts';
import { createGraphService, type GraphQuery } from './service.ts';

/** A thread that builds the graphs of heavy tapes and families. */
const { home } = workerData as { home: string };
const service = createGraphService(createGraphReader(openDatabase(home).db));

parentPort?.on('message', async ({ task, query }: { task: number; query: GraphQuery }) => {
  try {
    parentPort?.postMessage({ task, graph: await service.graph(query) });
  } catch (failure) {
    parentPort?.postMessage({ task, failure: toWireError(failure) });
  }
});
