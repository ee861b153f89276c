import type { Transferable, Worker } from 'node:worker_threads';
import { startWorker } from '../worker.ts';

/** Work for a thread. The thread answers with messages of its own; `ends` says which of them is the last. */
export interface Errand<A> {
  message: { task: number };
  transfer?: Transferable[];
  hears(answer: A): void;
  ends(answer: A): boolean;
}

export interface Pool<A> {
  readonly size: number;
  /** Resolves when the errand has ended. Errands start in the order they come, each on the next free thread. */
  run(errand: Errand<A>): Promise<void>;
  close(): Promise<void>;
}

interface Thread<A> {
  worker: Worker;
  errand: (Errand<A> & { settle: (failure: Error | null) => void }) | null;
  rest: NodeJS.Timeout | null;
}

/** An idle thread ends after these milliseconds unless it was told otherwise: nothing is kept that nobody needs. */
const REST = 30_000;

/** Megabytes for young objects. Records of a long session are read in 5 % less time than with 16; more than this makes nothing faster. */
const YOUNG = 32;

/** Threads that all run the worker `name`, started when they are needed. */
export function createPool<A extends { task: number }>(name: string, data: unknown, size: number, rest = REST): Pool<A> {
  const threads = new Set<Thread<A>>();
  const queue: NonNullable<Thread<A>['errand']>[] = [];

  const give = (thread: Thread<A>): void => {
    if (thread.rest !== null) clearTimeout(thread.rest);
    thread.rest = null;
    const errand = queue.shift();
    thread.errand = errand ?? null;
    if (errand) {
      thread.worker.ref();
      thread.worker.postMessage(errand.message, errand.transfer);
    } else {
      // Nobody waits for an idle thread, so it must not keep the process alive.
      thread.worker.unref();
      thread.rest = setTimeout(() => end(thread), rest);
      thread.rest.unref();
    }
  };

  const end = (thread: Thread<A>): Promise<number> => {
    threads.delete(thread);
    if (thread.rest !== null) clearTimeout(thread.rest);
    return thread.worker.terminate();
  };

  const start = (): void => {
    const thread: Thread<A> = {
      worker: startWorker(name, { workerData: data, resourceLimits: { maxYoungGenerationSizeMb: YOUNG } }),
      errand: null,
      rest: null,
    };
    threads.add(thread);
    thread.worker.on('message', (answer: A) => {
      const { errand } = thread;
      if (errand?.message.task !== answer.task) return;
      errand.hears(answer);
      if (!errand.ends(answer)) return;
      give(thread);
      errand.settle(null);
    });
    const fail = (failure: Error): void => {
      threads.delete(thread);
      thread.errand?.settle(failure);
      thread.errand = null;
      if (queue.length > 0) start();
    };
    thread.worker.on('error', fail);
    thread.worker.on('exit', (code) => fail(new Error(`a worker of ${name} ended with code ${code}`)));
    give(thread);
  };

  return {
    size,
    run: (errand) =>
      new Promise((resolve, reject) => {
        queue.push({ ...errand, settle: (failure) => (failure === null ? resolve() : reject(failure)) });
        const free = [...threads].find((thread) => thread.errand === null);
        if (free) give(free);
        else if (threads.size < size) start();
      }),
    async close() {
      for (const errand of queue.splice(0)) errand.settle(new Error('the threads were closed'));
      await Promise.all([...threads].map(end));
    },
  };
}
