import { randomUUID } from 'node:crypto';
import type { BuildReceipt } from '../../../shared/model/float.ts';
import { TapeError, toWireError } from '../../../shared/rpc/tape-error.ts';
import { createPool, type Pool } from '../jobs/pool.ts';
import { hasDraft, placeDraft, type Stamp } from './context-files.ts';
import type { Float } from './float.ts';
import { locked } from './lock.ts';
import { type How, type Made, type MadeFile, noteIn, storeFolder } from './make.ts';
import { changesSoFar } from './meta.ts';
import { builtOf } from './record.ts';

/** What a thread is told when it starts; `build` is a name that no other build has. */
export interface Task {
  root: string;
  build: string;
  how: How;
}

export interface Batch {
  task: number;
  paths: string[];
  /** The time that the files will name, epoch ms. */
  at: number;
  /** `changesSoFar` when it was given out. */
  changes: number;
}

export type Drafted = Omit<MadeFile, 'text'> & { draft: string; stamp: Stamp };

export type BatchTold = { task: number } & (
  | { changes: number; made: (Made<Drafted> | null)[] }
  | { failure: ReturnType<typeof toWireError> }
);

/** Folders of one batch, and batches that are given out ahead for each thread: none of them waits for the lock. */
const PER_BATCH = 16;
const AHEAD = 3;

/**
 * Threads put folders into words and write drafts, without a lock; here they are brought to their places and noted, batch by batch, in
 * order, and noted in the receipt. So the outcome does not hang on the number of threads. Answers the folders that are still to be done,
 * because something changed meanwhile. Throws what a thread threw.
 */
export async function* buildInThreads(
  float: Float,
  paths: readonly string[],
  how: How,
  jobs: number,
  receipt: BuildReceipt,
): AsyncGenerator<string[]> {
  const data: Task = { root: float.root, build: randomUUID(), how };
  const pool = createPool<BatchTold>('float/build-worker', data, jobs);
  const asked: { batch: Batch; told: Promise<BatchTold> }[] = [];
  let given = 0;
  try {
    for (let done = 0; done < paths.length; done += PER_BATCH) {
      for (; given < Math.min(paths.length, done + PER_BATCH * AHEAD * jobs); given += PER_BATCH) {
        const batch = { task: given, paths: paths.slice(given, given + PER_BATCH), at: float.now(), changes: changesSoFar(float.db) };
        asked.push({ batch, told: ask(pool, batch) });
      }
      const next = asked.shift();
      if (next !== undefined) yield storeBatch(float, next.batch, await next.told, receipt);
    }
  } finally {
    await pool.close();
  }
}

/** Never rejects: nobody waits for the batches after one that failed. */
const ask = async (pool: Pool<BatchTold>, batch: Batch): Promise<BatchTold> => {
  const answers: BatchTold[] = [];
  try {
    await pool.run({ message: batch, ends: () => true, hears: (told) => answers.push(told) });
  } catch (error) {
    return { task: batch.task, failure: toWireError(error) };
  }
  return answers[0] ?? { task: batch.task, failure: toWireError(new Error('A thread of the build said nothing.')) };
};

const storeBatch = (float: Float, batch: Batch, told: BatchTold, receipt: BuildReceipt): string[] => {
  if ('failure' in told) throw new TapeError(told.failure.code, told.failure.message);
  return locked(float, () => {
    const holds = told.changes === batch.changes && changesSoFar(float.db) === batch.changes;
    return batch.paths.filter((_, at) => {
      const made = told.made[at];
      if (!holds || !made || !stillHolds(float, made)) return true;
      noteIn(
        receipt,
        storeFolder(float, made, batch.at, ({ file, draft, stamp }) => placeDraft(float, draft, file, stamp)),
      );
      return false;
    });
  });
};

/** No other build came first, and none has tidied the drafts away. */
const stillHolds = (float: Float, { path, before, files }: Made<Drafted>): boolean =>
  JSON.stringify(builtOf(float.db, path)) === JSON.stringify(before) && files.every(({ draft }) => hasDraft(float, draft));
