import { parentPort, workerData } from 'node:worker_threads';
import { closeFloat, openFloat } from '../float/float.ts';
import { watchFloat } from '../float/watch.ts';
import type { WatcherTold } from './watchers.ts';

/** A thread that keeps the context files of one project current, until it is told to stop. */
const { root } = workerData as { root: string };
const tell = (told: WatcherTold): void => parentPort?.postMessage(told);

const float = openFloat(root);
const stopped = new Promise<void>((resolve) => parentPort?.once('message', () => resolve()));

const watch = async (): Promise<void> => {
  const watching = await watchFloat(float, { tell });
  tell({ event: 'ready' });
  await stopped;
  await watching.close();
  closeFloat(float);
  tell({ event: 'closed' });
};

void watch();
