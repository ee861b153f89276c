import { parentPort, workerData } from 'node:worker_threads';
import type { CallContext } from '../../../shared/rpc/contract.ts';
import { toWireError } from '../../../shared/rpc/tape-error.ts';
import { createCatalog } from '../catalog/read.ts';
import { openDatabase } from '../catalog/schema.ts';
import { surgeryMethods } from '../graph/surgery-methods.ts';
import type { HeavyTask } from './heavy.ts';
import { compareMethods } from './methods.ts';

/** A thread for calls that look at all of a long tape: the window goes on drawing meanwhile. */
const { home } = workerData as { home: string };
const catalog = createCatalog(openDatabase(home).db);
const handlers = { ...compareMethods({ catalog }, home), ...surgeryMethods({ catalog }) };
const context: CallContext = { signal: new AbortController().signal };

const run = ({ call }: HeavyTask): unknown => {
  if (call.method === 'compare.run') return handlers[call.method](call.input, context);
  if (call.method === 'tapes.check') return handlers[call.method](call.input, context);
  if (call.method === 'surgery.preview') return handlers[call.method](call.input, context);
  return handlers[call.method](call.input, context);
};

parentPort?.on('message', async (task: HeavyTask) => {
  try {
    parentPort?.postMessage({ task: task.task, value: await run(task) });
  } catch (failure) {
    parentPort?.postMessage({ task: task.task, failure: toWireError(failure) });
  }
});
