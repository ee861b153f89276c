import { setImmediate } from 'node:timers/promises';
import { SHARDS } from '../search/shards.ts';
import { clearBehind, clearForgotten, createTextLedger, hasForgotten, openTextShards, textToDo } from '../search/text-pass.ts';
import { indexText, type TextSource } from '../search/text-task.ts';
import type { Jobs, RunningJob } from './jobs.ts';
import type { CatalogStore } from './open-catalog.ts';
import type { Pool } from './pool.ts';
import { type Answer, nextTask, type Task } from './protocol.ts';
import type { Db } from './schema.ts';

/** Entries up to which text is indexed in this thread: less work than starting another. */
const FEW = 3000;

export interface TextRunner {
  /** Makes all text searchable that is not yet. Calls while it works are answered by one more round. */
  start(): void;
  /** Ends the work at the next good place until it is started again; structure goes first. */
  pause(): Promise<void>;
  idle(): Promise<void>;
  readonly busy: boolean;
}

/** The second pass. `onText` is told when a round has ended. */
export const createTextRunner = (store: CatalogStore, jobs: Jobs, pool: () => Pool<Answer>, onText: () => void): TextRunner => {
  let running: Promise<void> | null = null;
  let wanted = false;
  let stop: (() => void) | null = null;
  /** A person cancelled: what is there now is left alone until new sources come. */
  let given = false;

  const round = async (): Promise<void> => {
    if (textToDo(store.db).length === 0 && !hasForgotten(store.db)) return;
    const shards = openTextShards(store.home, store.db);
    // Opening damaged shards makes more of it to be done.
    const sources = textToDo(store.db);
    const entries = sources.reduce((sum, { from, to }) => sum + to - from + 1, 0);
    try {
      clearForgotten(shards, store.db);
      clearBehind(shards, sources);
      if (sources.length === 0) return;
      const [first] = shards;
      if (entries <= FEW && first) await indexHere(store.db, first, sources);
      else await inPool(sources, entries);
    } finally {
      for (const shard of shards) shard.close();
    }
    onText();
  };

  const inPool = async (sources: TextSource[], entries: number): Promise<void> => {
    const shared = new SharedArrayBuffer(8);
    stop = () => void Atomics.store(new Int32Array(shared), 1, 1);
    const job = jobs.start({ title: 'Making text searchable', phase: 'text', total: entries, unit: 'entries', tape: null });
    job.onCancel(() => {
      given = true;
      stop?.();
    });
    try {
      await indexInPool(store.db, pool(), job, { sources, shared });
    } finally {
      stop = null;
    }
  };

  const work = async (): Promise<void> => {
    while (wanted && !given) {
      wanted = false;
      await round();
    }
  };

  const start = (): void => {
    wanted = true;
    given = false;
    running ??= work()
      .catch((failure) =>
        console.error(`The text could not be made searchable: ${failure instanceof Error ? failure.message : String(failure)}`),
      )
      .finally(() => {
        running = null;
      });
  };

  return {
    start,
    async pause() {
      wanted = false;
      stop?.();
      await running;
    },
    async idle() {
      while (running) await running;
    },
    get busy() {
      return running !== null;
    },
  };
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
