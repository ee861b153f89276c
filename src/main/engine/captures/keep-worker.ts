import { openSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { createKeeper } from './keeper.ts';
import type { Line } from './lines.ts';
import { createGatherer, type Told } from './told.ts';

/** The thread that takes requests apart and writes them, so that the relay only passes bytes on. */
const { path, first } = workerData as { path: string; first: Line };
const keeper = createKeeper(openSync(path, 'ax', 0o600));
keeper.keep(first);
const gatherer = createGatherer(keeper);

const close = async (): Promise<void> => {
  await gatherer.settled();
  keeper.close();
  parentPort?.postMessage({ type: 'closed', lost: keeper.lost() });
  parentPort?.close();
};

parentPort?.on('message', (told: Told) => {
  gatherer.take(told);
  if (told.type === 'close') void close();
  else parentPort?.postMessage({ type: 'done', bytes: 'bytes' in told ? told.bytes.length : 0 });
});
