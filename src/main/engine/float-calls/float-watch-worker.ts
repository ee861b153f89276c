import { parentPort, workerData } from 'node:worker_threads';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { closeFloat, openFloat } from '../float/float.ts';
import { watchFloat } from '../float/watch.ts';
import type { WatcherTold } from './watchers.ts';

/** A thread that keeps the context files of one project current, until it is told to stop, be it while it begins. */
const { root } = workerData as { root: string };
const tell = (told: WatcherTold): void => parentPort?.postMessage(told);

const float = openFloat(root);
const stop = new AbortController();
const stopped = new Promise<void>((resolve) => stop.signal.addEventListener('abort', () => resolve()));
parentPort?.once('message', () => stop.abort());

const watch = async (): Promise<void> => {
  const progress: NonNullable<Parameters<typeof watchFloat>[1]['progress']> = (far) =>
    tell(far === null ? { event: 'rest' } : { event: 'progress', ...far });
  const watching = await watchFloat(float, { tell, progress, signal: stop.signal });
  tell({ event: 'ready' });
  await stopped;
  await watching.close();
};

const end = (): void => {
  closeFloat(float);
  tell({ event: 'closed' });
};

void watch().then(end, (failure: unknown) => {
  if (!(failure instanceof TapeError) || failure.code !== 'cancelled') throw failure;
  end();
});
