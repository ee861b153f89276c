import type { Signal } from '../../../shared/rpc/contract.ts';
import { TapeError, type toWireError } from '../../../shared/rpc/tape-error.ts';
import { createPool, type Pool } from '../catalog/pool.ts';
import type { FoundReads } from './reads.ts';
import type { Answers, Told, Watch, Work } from './work.ts';

/** What every thread is sent beside its work. */
interface Sent {
  task: number;
  shared: SharedArrayBuffer;
}

export interface Message extends Sent {
  root: string;
  readOnly: boolean;
  work: Work;
}

/** Asks which calls of a tape read context files. */
export interface ReadsMessage extends Sent {
  tape: string;
  from: number;
}

/** What a thread says: how far it is, or one of the two ends. */
export interface ThreadTold<Answer = Answers[Work['type']]> {
  task: number;
  progress?: Told | undefined;
  answer?: Answer;
  failure?: ReturnType<typeof toWireError>;
}

/** The cell of the shared memory that tells a thread to stop. */
export const STOP = 0;

/** One project builds while another is scanned; more would only share the disk. */
const THREADS = 2;

/** Threads of one kind, started with the first work; each piece of work is stopped by its signal. */
const createThreads = <Answer>(name: string, data: unknown) => {
  let threads: Pool<ThreadTold<Answer>> | null = null;
  let task = 0;
  return {
    async run(work: object, signal: Signal, progress: Watch['progress'] = () => {}): Promise<Answer> {
      threads ??= createPool<ThreadTold<Answer>>(name, data, THREADS);
      task += 1;
      const shared = new SharedArrayBuffer(4);
      const stop = (): void => void Atomics.store(new Int32Array(shared), STOP, 1);
      if (signal.aborted) stop();
      signal.addEventListener('abort', stop, { once: true });
      let end: ThreadTold<Answer> | null = null;
      const hears = (told: ThreadTold<Answer>): void => {
        if (told.progress) progress(told.progress);
        else end = told;
      };
      try {
        const message: Sent = { ...work, task, shared };
        await threads.run({ message, hears, ends: (told) => told.progress === undefined });
      } finally {
        signal.removeEventListener('abort', stop);
      }
      return answerOf(end);
    },
    close: async (): Promise<void> => threads?.close(),
  };
};

const answerOf = <Answer>(told: ThreadTold<Answer> | null): Answer => {
  if (told?.answer) return told.answer;
  throw new TapeError(told?.failure?.code ?? 'internal', told?.failure?.message ?? 'The thread ended without an answer.');
};

export interface FloatThreads {
  /** Does the work in a thread; throws what was thrown there. */
  run(root: string, work: Work, watch: Watch): Promise<Answers[Work['type']]>;
  /** Looks through a tape in a thread, from an entry on. */
  reads(tape: string, from: number, signal: Signal): Promise<FoundReads>;
  close(): Promise<void>;
}

/** Threads over the projects' databases, and others over the catalog in `home`, so that a build never waits for a look through old tapes. */
export const createFloatThreads = (readOnly: boolean, home: string): FloatThreads => {
  const work = createThreads<Answers[Work['type']]>('float-calls/float-worker', null);
  const reads = createThreads<FoundReads>('float-calls/reads-worker', { home });
  return {
    run: (root, asked, watch) => work.run({ root, readOnly, work: asked }, watch.signal, watch.progress),
    reads: (tape, from, signal) => reads.run({ tape, from }, signal),
    close: async () => void (await Promise.all([work.close(), reads.close()])),
  };
};
