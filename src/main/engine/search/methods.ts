import type { Handlers } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { isDamage } from '../catalog/failures.ts';
import { createPool, type Pool } from '../catalog/pool.ts';
import { openDatabase } from '../catalog/schema.ts';
import type { Engine } from '../engine.ts';
import { type Answered, createFinder, type Query } from './find.ts';
import { renewText } from './renew.ts';

interface Told {
  task: number;
  answer?: Answered;
  failure?: { code: string; message: string };
}

/** Full text search: over one tape here, over all of them in a thread, so that no window waits. */
export const searchMethods = (engine: Engine): Pick<Handlers, 'search.run'> => {
  const { home, host } = engine.options;
  let finder: ReturnType<typeof createFinder> | null = null;
  let threads: Pool<Told> | null = null;
  let task = 0;

  const here = (query: Query): Answered => {
    finder ??= createFinder(home, openDatabase(home).db);
    return finder(query);
  };

  const inThread = async (query: Query): Promise<Answered> => {
    threads ??= createPool<Told>('search/search-worker', { home }, 1);
    task += 1;
    const told: Told[] = [];
    await threads.run({ message: { task, query } as { task: number }, hears: (one) => void told.push(one), ends: () => true });
    const [one] = told;
    if (one?.answer) return one.answer;
    if (isDamage(one?.failure)) throw one?.failure;
    throw new TapeError('internal', `The search failed: ${one?.failure?.message ?? 'no answer came'}.`);
  };

  /** The index is only derived: a damaged one is made anew, and who searched is answered from what there is of it by then. */
  const renew = async (): Promise<void> => {
    await threads?.close();
    threads = null;
    finder = null;
    await renewText(engine);
  };

  return {
    'search.run': async ({ query, tape, limit, before }) => {
      const asked: Query = { query, tape, limit, before };
      const look = async () => (tape !== undefined || host === 'terminal' ? here(asked) : inThread(asked));
      try {
        return await look();
      } catch (failure) {
        if (!isDamage(failure)) throw failure;
      }
      await renew();
      return look();
    },
  };
};
