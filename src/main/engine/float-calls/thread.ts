import { TapeError, type toWireError } from '../../../shared/rpc/tape-error.ts';
import { createPool, type Pool } from '../catalog/pool.ts';
import type { Answers, Told, Watch, Work } from './work.ts';

export interface Message {
  task: number;
  root: string;
  readOnly: boolean;
  work: Work;
  shared: SharedArrayBuffer;
}

/** What a thread says: how far it is, or one of the two ends. */
export interface ThreadTold {
  task: number;
  progress?: Told | undefined;
  answer?: Answers[Work['type']];
  failure?: ReturnType<typeof toWireError>;
}

/** The cell of the shared memory that tells a thread to stop. */
export const STOP = 0;

/** One project builds while another is scanned; more would only share the disk. */
const THREADS = 2;

export interface FloatThreads {
  /** Does the work in a thread; throws what was thrown there. */
  run(root: string, work: Work, watch: Watch): Promise<Answers[Work['type']]>;
  close(): Promise<void>;
}

export const createFloatThreads = (readOnly: boolean): FloatThreads => {
  let threads: Pool<ThreadTold> | null = null;
  let task = 0;
  return {
    async run(root, work, { signal, progress }) {
      threads ??= createPool<ThreadTold>('float-calls/float-worker', null, THREADS);
      task += 1;
      const shared = new SharedArrayBuffer(4);
      const stop = (): void => void Atomics.store(new Int32Array(shared), STOP, 1);
      if (signal.aborted) stop();
      signal.addEventListener('abort', stop, { once: true });
      const message: Message = { task, root, readOnly, work, shared };
      let end: ThreadTold | null = null;
      const hears = (told: ThreadTold): void => {
        if (told.progress) progress(told.progress);
        else end = told;
      };
      try {
        await threads.run({ message, hears, ends: (told) => told.progress === undefined });
      } finally {
        signal.removeEventListener('abort', stop);
      }
      return answerOf(end);
    },
    close: async () => threads?.close(),
  };
};

const answerOf = (told: ThreadTold | null): Answers[Work['type']] => {
  if (told?.answer) return told.answer;
  throw new TapeError(told?.failure?.code ?? 'internal', told?.failure?.message ?? 'The thread ended without an answer.');
};
