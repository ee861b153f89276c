import { parentPort } from 'node:worker_threads';
import { TapeError, toWireError } from '../../../shared/rpc/tape-error.ts';
import { createPool, type Pool } from './pool.ts';

interface Asked<Question> {
  task: number;
  question: Question;
}

/** What the thread tells at its end: one of the two. */
interface Told<Answer> {
  task: number;
  answer?: Answer;
  failure?: ReturnType<typeof toWireError>;
}

export interface Asking<Question, Answer> {
  /** Throws what was thrown in the thread, as a TapeError ('internal' for what was none). */
  ask(question: Question): Promise<Answer>;
  /** Ends the thread. The next question starts another. */
  close(): Promise<void>;
}

/** A thread of the worker `name` over the catalog in `home`, started with the first question. It answers one after the other. */
export const createAsking = <Question, Answer>(name: string, home: string): Asking<Question, Answer> => {
  let thread: Pool<Told<Answer>> | null = null;
  let task = 0;
  return {
    async ask(question) {
      thread ??= createPool<Told<Answer>>(name, { home }, 1);
      task += 1;
      const message: Asked<Question> = { task, question };
      const told: Told<Answer>[] = [];
      await thread.run({ message, hears: (one) => void told.push(one), ends: () => true });
      return answerOf(told[0]);
    },
    async close() {
      await thread?.close();
      thread = null;
    },
  };
};

const answerOf = <Answer>(told: Told<Answer> | undefined): Answer => {
  if (told && 'answer' in told) return told.answer as Answer;
  const { code = 'internal', message = 'The thread ended without an answer.', details } = told?.failure ?? {};
  throw new TapeError(code, message, details);
};

/** The worker's end: each question gets what `answer` returns or throws. */
export const answerWith = <Question, Answer>(answer: (question: Question) => Answer | Promise<Answer>): void => {
  parentPort?.on('message', async ({ task, question }: Asked<Question>) => {
    try {
      parentPort?.postMessage({ task, answer: await answer(question) });
    } catch (failure) {
      parentPort?.postMessage({ task, failure: toWireError(failure) });
    }
  });
};
