import { parentPort, workerData } from 'node:worker_threads';
import { build } from '../float/build.ts';
import { closeFloat, openFloat } from '../float/float.ts';
import { watchFloat } from '../float/watch.ts';
import type { WatcherTold } from './watchers.ts';

/** A thread that keeps the context files of one project current, until it is told to stop. */
const { root } = workerData as { root: string };
const tell = (told: WatcherTold): void => parentPort?.postMessage(told);

const float = openFloat(root);
const stopped = new Promise<void>((resolve) => parentPort?.once('message', () => resolve()));

/** A round that writes fewer folders is over before anybody reads how far it is. */
const LONG = 20;

/** A long build says how far it is. */
const told: typeof build = async (of, options) => {
  let begun = false;
  const progress = ({ done, total }: { done: number; total: number }): void => {
    if (total < LONG) return;
    begun = true;
    tell({ event: 'progress', done, total });
  };
  try {
    return await build(of, { ...options, progress });
  } finally {
    if (begun) tell({ event: 'rest' });
  }
};

const watch = async (): Promise<void> => {
  const watching = await watchFloat(float, { tell, build: told });
  tell({ event: 'ready' });
  await stopped;
  await watching.close();
  closeFloat(float);
  tell({ event: 'closed' });
};

void watch();
