import type { Handlers } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { joinDatabase } from '../database/schema.ts';
import type { Engine } from '../engine.ts';
import { markAltered } from '../entries/altered.ts';
import { createAsking } from '../jobs/ask.ts';
import { type Answered, createFinder, type Query, unlessDamaged } from './find.ts';
import { renewText } from './renew.ts';

/** Full text search: over one tape here, over all of them in a thread, so that no window waits. */
export function searchMethods(engine: Engine): Pick<Handlers, 'search.run'> {
  const { home, host } = engine.options;
  const thread = createAsking<Query, Answered | null>('search/search-worker', { home });
  let finder: ((query: Query) => Answered | null) | null = null;

  const here = (query: Query): Answered | null => {
    finder ??= unlessDamaged(createFinder(home, joinDatabase(home)));
    return finder(query);
  };

  let renewals = 0;
  let renewed: Promise<void> = Promise.resolve();
  const renew = async (): Promise<void> => {
    await thread.close();
    finder = null;
    await renewText(engine);
  };

  /**
   * The index is only derived: a damaged one is rebuilt, and who searched is answered from what there is of it by then. So is whoever
   * searched in the thread that this ended.
   */
  const renewOnce = (begun: number): Promise<void> => {
    if (renewals === begun) {
      renewals += 1;
      renewed = renew();
    }
    return renewed;
  };

  const marked = async (answer: Answered): Promise<Answered> => {
    if (answer.indexed < answer.of && host !== 'terminal') engine.ingest.catchUpText();
    return { ...answer, hits: await markAltered(engine.catalog, answer.hits, (hit) => hit) };
  };

  return {
    'search.run': async ({ query, tape, limit, before }) => {
      const asked: Query = { query, tape, limit, before };
      const look = async () => (tape !== undefined || host === 'terminal' ? here(asked) : thread.ask(asked));
      // A thread that is being ended answers nobody.
      await renewed.catch(() => {});
      const begun = renewals;
      const answer = await look().catch((failure: unknown) => {
        if (renewals === begun) throw failure;
        return null;
      });
      if (answer !== null) return marked(answer);
      await renewOnce(begun);
      const again = await look();
      if (again === null) throw new TapeError('internal', 'The text index was rebuilt, and still cannot be read.');
      return marked(again);
    },
  };
}
