import { parentPort } from 'node:worker_threads';
import { toWireError } from '../../../shared/rpc/tape-error.ts';
import { closeFloat, openFloat } from '../float/float.ts';
import { type Message, STOP, type ThreadTold } from './thread.ts';
import { doWork } from './work.ts';

/** How often a thread looks at whether it is to stop, in ms. */
const LOOK = 20;

const tell = (told: ThreadTold): void => parentPort?.postMessage(told);

/** A thread that scans, builds and generates over its own connection to the project's database. */
parentPort?.on('message', async ({ task, root, readOnly, work, shared }: Message) => {
  const cells = new Int32Array(shared);
  const stop = new AbortController();
  const look = setInterval(() => void (Atomics.load(cells, STOP) === 1 && stop.abort()), LOOK);
  try {
    const float = openFloat(root, { readOnly });
    try {
      const watch = { signal: stop.signal, progress: (progress: ThreadTold['progress']) => tell({ task, progress }) };
      tell({ task, answer: await doWork(float, work, watch) });
    } finally {
      closeFloat(float);
    }
  } catch (failure) {
    tell({ task, failure: toWireError(failure) });
  } finally {
    clearInterval(look);
  }
});
