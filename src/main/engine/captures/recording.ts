import { join } from 'node:path';
import { startWorker } from '../worker.ts';
import type { Lost } from './keeper.ts';
import type { Line } from './lines.ts';
import { startRelay, type Upstreams } from './relay.ts';
import { newRun, REQUESTS, type RunFacts } from './runs.ts';
import type { Told } from './told.ts';

/** How many bytes may wait to be written. Where the disk is slower than the traffic, an exchange is dropped and said to be, so that none is delayed. */
const WAITING = 256 * 1024 * 1024;

export interface Recording {
  /** The folder of this run. */
  folder: string;
  /** The address to give the agent in place of an upstream's. */
  base(upstream: string): string;
  requests(): number;
  /** Ends the relay, and answers when all is written: how much could not be, and why. */
  close(): Promise<Lost>;
}

/** What the writing thread answers. */
type Written = { type: 'done'; bytes: number } | { type: 'closed'; lost: Lost };

/** The thread that writes, as the relay sees it: it never throws, and never makes anybody wait. */
const startWriting = (path: string, first: Line): { tell(told: Told): void; close(): Promise<Lost> } => {
  const worker = startWorker('captures/keep-worker', { workerData: { path, first } });
  const dropped = new Set<number>();
  let [waiting, untold, why] = [0, 0, null as string | null];
  const closed = new Promise<Lost>((done) => {
    worker.on('error', (failure: Error) => {
      why = failure.message;
      done({ lines: untold, why });
    });
    worker.on('message', (written: Written) => {
      if (written.type === 'closed') done(written.lost);
      else waiting -= written.bytes;
    });
  });
  /** Whether there is room for it; what finds none is dropped whole. */
  const fits = (told: Told): boolean => {
    if (!('bytes' in told)) return true;
    if (waiting + told.bytes.length <= WAITING) {
      waiting += told.bytes.length;
      return true;
    }
    dropped.add(told.id);
    worker.postMessage({ type: 'dropped', id: told.id, why: 'The disk was slower than the traffic.' } satisfies Told);
    return false;
  };
  const tell = (told: Told): void => {
    if (told.type === 'asked') untold += 1;
    if (why !== null || ('id' in told && dropped.has(told.id))) return;
    if (fits(told)) worker.postMessage(told);
  };
  return {
    tell,
    close() {
      tell({ type: 'close' });
      return why === null ? closed : Promise.resolve({ lines: untold, why });
    },
  };
};

/**
 * Starts a relay whose traffic is kept in a new folder in `captures`, for its user alone. A fault of the writing thread stops the record and
 * not the traffic.
 */
export async function startRecording(captures: string, upstreams: Upstreams, run: RunFacts): Promise<Recording> {
  const { folder, first } = newRun(captures, { ...run, way: 'relay' });
  const writing = startWriting(join(folder, REQUESTS), first);
  const relay = await startRelay(upstreams, writing.tell);
  return {
    folder,
    base: relay.base,
    requests: relay.requests,
    async close() {
      await relay.close();
      return await writing.close();
    },
  };
}
