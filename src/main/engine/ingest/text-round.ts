import { setImmediate } from 'node:timers/promises';
import type { CatalogStore } from '../catalog/open-catalog.ts';
import type { Db } from '../database/schema.ts';
import type { Jobs, RunningJob } from '../jobs/jobs.ts';
import type { Pool } from '../jobs/pool.ts';
import { closeShard, SHARDS } from '../search/shards.ts';
import { clearBehind, clearForgotten, createTextLedger, hasForgotten, openTextShards, textToDo } from '../search/text-pass.ts';
import { indexText, type TextSource } from '../search/text-task.ts';
import { type Answer, nextTask, type Task } from './protocol.ts';

/** Entries up to which text is indexed in this thread: less work than starting another. */
const FEW = 3000;

export interface TextRoom {
  store: CatalogStore;
  jobs: Jobs;
  pool: () => Pool<Answer>;
}

/** Who may end a round before it is done. */
export interface Stopping {
  /** Given to whoever may stop it, and taken back at its end. */
  stopsBy(stop: (() => void) | null): void;
  /** A person cancelled it. */
  onCancel(): void;
}

/** Makes searchable what is not yet; answers whether there was something to do. */
export async function textRound(room: TextRoom, stopping: Stopping): Promise<boolean> {
  const { store } = room;
  if (textToDo(store.db).length === 0 && !hasForgotten(store.db)) return false;
  const shards = openTextShards(store.home, store.db);
  // Opening damaged shards makes more of it to be done.
  const sources = textToDo(store.db);
  const entries = sources.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  try {
    clearForgotten(shards, store.db);
    clearBehind(shards, sources);
    if (sources.length === 0) return false;
    const [first] = shards;
    if (entries <= FEW && first) await indexHere(store.db, first, sources);
    else await inPool(room, stopping, sources, entries);
  } finally {
    for (const shard of shards) closeShard(shard);
  }
  return true;
}

const inPool = async ({ store, jobs, pool }: TextRoom, stopping: Stopping, sources: TextSource[], entries: number): Promise<void> => {
  const shared = new SharedArrayBuffer(8);
  const stop = (): void => void Atomics.store(new Int32Array(shared), 1, 1);
  stopping.stopsBy(stop);
  const job = jobs.start({ title: 'Making text searchable', phase: 'text', total: entries, unit: 'entries', tape: null });
  job.onCancel(() => {
    stopping.onCancel();
    stop();
  });
  try {
    await indexInPool(store.db, pool(), job, { sources, shared });
  } finally {
    stopping.stopsBy(null);
  }
};

const indexHere = async (db: Db, shard: Db, sources: TextSource[]): Promise<void> => {
  const ledger = createTextLedger(db, sources);
  let at = 0;
  await setImmediate();
  indexText(db, shard, { sources, claim: () => at++, stop: () => false, progress: () => {}, stored: ledger });
};

type TextTask = Extract<Task, { type: 'text' }>;

/** A thread for each shard. Ends the job, as failed where one of them did, and then throws what that one threw. */
const indexInPool = async (db: Db, pool: Pool<Answer>, job: RunningJob, part: Pick<TextTask, 'sources' | 'shared'>): Promise<void> => {
  const ledger = createTextLedger(db, part.sources);
  const threads = Array.from({ length: Math.min(SHARDS, pool.size) }, (_, shard) =>
    indexInThread(pool, job, ledger, { type: 'text', task: nextTask(), shard, ...part }),
  );
  const ends = await Promise.allSettled(threads);
  const failure = ends.find((end) => end.status === 'rejected');
  job.end(failure ? 'failed' : 'done', failure ? String(failure.reason) : undefined);
  if (failure) throw failure.reason;
};

const indexInThread = async (
  pool: Pool<Answer>,
  job: RunningJob,
  ledger: (stretches: readonly number[]) => void,
  message: TextTask,
): Promise<void> => {
  let failure: string | null = null;
  await pool.run({
    message,
    hears(answer) {
      if (answer.type === 'progress') job.advance(answer.done);
      else if (answer.type === 'indexed') ledger(answer.stretches);
      else if (answer.type === 'failed') failure = answer.message;
    },
    ends: ({ type }) => type === 'done' || type === 'failed',
  });
  if (failure !== null) throw new Error(failure);
};
