import type { Signal, Waiting } from '../../../shared/rpc/contract.ts';
import { TapeError, toWireError } from '../../../shared/rpc/tape-error.ts';
import { createPool, type Pool } from './pool.ts';

interface Asked<Question> {
  task: number;
  question: Question;
  /** One cell: 1 once nobody waits any more. */
  shared: SharedArrayBuffer;
}

/** What a thread tells: how far it is, or one of the two ends. */
interface Told<Answer, Progress> {
  task: number;
  progress?: Progress;
  answer?: Answer;
  failure?: ReturnType<typeof toWireError>;
}

/** Who asked may stop waiting, and receives how far the answer is. */
interface Heed<Progress> {
  signal?: Signal;
  progress?: (told: Progress) => void;
}

export interface Asking<Question, Answer, Progress = never> {
  /** Throws what was thrown in the thread, as a TapeError ('internal' for what was none). */
  ask(question: Question, heed?: Heed<Progress>): Promise<Answer>;
  /** Ends the threads. The next question starts others. */
  close(): Promise<void>;
}

/**
 * Threads of the worker `name` with `data`, started with the first question. Each answers one after the other, and ends `rest`
 * milliseconds after its last answer, with all that it keeps.
 */
export function createAsking<Question, Answer, Progress = never>(
  name: string,
  data: unknown,
  threads = 1,
  rest?: number,
): Asking<Question, Answer, Progress> {
  let pool: Pool<Told<Answer, Progress>> | null = null;
  let task = 0;
  return {
    async ask(question, { signal, progress } = {}) {
      pool ??= createPool<Told<Answer, Progress>>(name, data, threads, rest);
      task += 1;
      const shared = new SharedArrayBuffer(4);
      const stop = (): void => void Atomics.store(new Int32Array(shared), 0, 1);
      if (signal?.aborted) stop();
      signal?.addEventListener('abort', stop, { once: true });
      const message: Asked<Question> = { task, question, shared };
      const ends: Told<Answer, Progress>[] = [];
      const hears = (told: Told<Answer, Progress>): void => {
        if (told.progress === undefined) ends.push(told);
        else progress?.(told.progress);
      };
      try {
        await pool.run({ message, hears, ends: (told) => told.progress === undefined });
      } finally {
        signal?.removeEventListener('abort', stop);
      }
      return answerOf(ends[0]);
    },
    async close() {
      const ended = pool;
      pool = null;
      await ended?.close();
    },
  };
}

const answerOf = <Answer>(end: Told<Answer, unknown> | undefined): Answer => {
  if (end && 'answer' in end) return end.answer as Answer;
  const { code = 'internal', message = 'The thread ended without an answer.', details } = end?.failure ?? {};
  throw new TapeError(code, message, details);
};

/** How much later than others a thread comes that gives way, as `nice` counts. */
const LATER = 5;
const LAST = 19;

/**
 * Lets the window, and the thread that answers it, go first where there are not enough cores for all. On Linux each thread has a priority of its
 * own; elsewhere it would be that of the whole program, which stays as it is.
 */
export function giveWay(): void {
  if (process.platform !== 'linux') return;
  const { getPriority, setPriority } = process.getBuiltinModule('node:os');
  try {
    setPriority(Math.min(LAST, getPriority() + LATER));
  } catch {
    // A sandbox may refuse it; the thread then takes what it gets.
  }
}

/** Who asked, as a worker sees them. */
export interface Asker<Progress = never> {
  signal: Waiting;
  progress(told: Progress): void;
}

/** The worker's end: each question gets what `answer` returns or throws. */
export function answerWith<Question, Answer, Progress = never>(
  answer: (question: Question, asker: Asker<Progress>) => Answer | Promise<Answer>,
): void {
  // Threads are loaded where one runs or is begun: most commands of the terminal need none.
  const { parentPort } = process.getBuiltinModule('node:worker_threads');
  parentPort?.on('message', async ({ task, question, shared }: Asked<Question>) => {
    const tell = (told: Omit<Told<Answer, Progress>, 'task'>): void => parentPort?.postMessage({ task, ...told });
    const cell = new Int32Array(shared);
    const signal = {
      get aborted() {
        return Atomics.load(cell, 0) === 1;
      },
    };
    try {
      tell({ answer: await answer(question, { signal, progress: (progress) => tell({ progress }) }) });
    } catch (failure) {
      tell({ failure: toWireError(failure) });
    }
  });
}
