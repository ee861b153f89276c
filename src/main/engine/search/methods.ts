import type { Handlers } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { createAsking } from '../catalog/ask.ts';
import { openDatabase } from '../catalog/schema.ts';
import type { Engine } from '../engine.ts';
import { type Answered, createFinder, type Query, unlessDamaged } from './find.ts';
import { renewText } from './renew.ts';

/** Full text search: over one tape here, over all of them in a thread, so that no window waits. */
export const searchMethods = (engine: Engine): Pick<Handlers, 'search.run'> => {
  const { home, host } = engine.options;
  const thread = createAsking<Query, Answered | null>('search/search-worker', { home });
  let finder: ((query: Query) => Answered | null) | null = null;

  const here = (query: Query): Answered | null => {
    finder ??= unlessDamaged(createFinder(home, openDatabase(home).db));
    return finder(query);
  };

  /** The index is only derived: a damaged one is made anew, and who searched is answered from what there is of it by then. */
  const renew = async (): Promise<void> => {
    await thread.close();
    finder = null;
    await renewText(engine);
  };

  return {
    'search.run': async ({ query, tape, limit, before }) => {
      const asked: Query = { query, tape, limit, before };
      const look = async () => (tape !== undefined || host === 'terminal' ? here(asked) : thread.ask(asked));
      const answer = await look();
      if (answer !== null) return answer;
      await renew();
      const again = await look();
      if (again === null) throw new TapeError('internal', 'The text index was made anew, and cannot be read all the same.');
      return again;
    },
  };
};
