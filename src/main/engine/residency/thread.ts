import { TapeError, type toWireError } from '../../../shared/rpc/tape-error.ts';
import { createPool, type Pool } from '../catalog/pool.ts';
import type { ResidencyAnswer, ResidencyQuery, ResidencyService, Watch } from './service.ts';

/** What a thread says: how far it is, or one of the two ends. */
export interface Told {
  task: number;
  progress?: { done: number; of: number; unit: 'steps' | 'entries' };
  answer?: ResidencyAnswer;
  failure?: ReturnType<typeof toWireError>;
}

/** The cell of the shared memory that tells a thread to stop, and the milliseconds between two looks at whether to. */
export const STOP = 0;
const LOOK = 20;

/** The service in a thread of its own. */
export const createResidencyThread = (home: string): ResidencyService => {
  let threads: Pool<Told> | null = null;
  let task = 0;
  return {
    async answer(query: ResidencyQuery, watch: Watch) {
      threads ??= createPool<Told>('residency/residency-worker', { home }, 1);
      task += 1;
      const shared = new SharedArrayBuffer(4);
      const cells = new Int32Array(shared);
      let end: Told | null = null;
      const hark = (): void => void (watch.stopped() && Atomics.store(cells, STOP, 1));
      const look = setInterval(hark, LOOK);
      hark();
      const message: { task: number } = { task, query, shared } as { task: number };
      const hears = (told: Told): void => {
        if (told.progress) watch.progress(told.progress.done, told.progress.of, told.progress.unit);
        else end = told;
      };
      try {
        await threads.run({ message, hears, ends: (told) => told.progress === undefined });
      } finally {
        clearInterval(look);
      }
      return answerOf(end);
    },
  };
};

const answerOf = (told: Told | null): ResidencyAnswer => {
  if (told?.answer) return told.answer;
  throw new TapeError(told?.failure?.code ?? 'internal', told?.failure?.message ?? 'The residency failed: no answer came.');
};
