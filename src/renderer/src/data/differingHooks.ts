import { type QueryClient, type QueryFunctionContext, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Client } from '../../../shared/rpc/client.ts';
import { useClient } from './client.tsx';
import { keys } from './keys.ts';

/** Which steps of a tape differ from what was sent, as far as they were compared. */
export interface Differing {
  steps: readonly number[];
  /** Those that are what was sent. */
  verified: readonly number[];
  compared: number;
  /** Steps with a captured request that were looked at, up to and with `to`. */
  looked: number;
  to: number;
}

const NONE: Differing = { steps: [], verified: [], compared: 0, looked: 0, to: 0 };

/** Steps of one call: each is derived again, and other calls take turns with them. */
const AT_ONCE = 8;

/** Waits while somebody waits for a context: it comes before what is drawn around it. */
const quiet = (queries: QueryClient, tape: string): Promise<void> =>
  new Promise((done) => {
    const isQuiet = () => queries.isFetching({ queryKey: keys.views(tape) }) === 0;
    if (isQuiet()) return done();
    const stop = queries.getQueryCache().subscribe(() => {
      if (!isQuiet()) return;
      stop();
      done();
    });
    return undefined;
  });

/** Asks for the rest, a few steps at a time; what is known so far is there at once. Earlier steps are compared again where other requests were captured of them. */
const askRest =
  (client: Client, queries: QueryClient, tape: string) =>
  async ({ signal }: Pick<QueryFunctionContext, 'signal'>): Promise<Differing> => {
    const key = keys.differing(tape);
    let known = queries.getQueryData<Differing>(key) ?? NONE;
    for (;;) {
      await quiet(queries, tape);
      const part = await client.call('evidence.differing', { tape, from: known.to + 1, limit: AT_ONCE }, signal);
      const isOther = part.before !== known.looked;
      known = isOther ? NONE : joined(known, part);
      if (part.done && !isOther) return known;
      if (!isOther) queries.setQueryData(key, known);
    }
  };

const joined = (known: Differing, part: Omit<Differing, 'to'> & { to: number }): Differing => ({
  steps: [...known.steps, ...part.steps],
  verified: [...known.verified, ...part.verified],
  compared: known.compared + part.compared,
  looked: known.looked + part.looked,
  to: part.to,
});

const options = (client: Client, queries: QueryClient, tape: string) => ({
  queryKey: keys.differing(tape),
  queryFn: askRest(client, queries, tape),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

/** The steps of a tape that differ, as far as they were compared yet; undefined before, and for no tape. */
export function useDiffering(tape: string | null): Differing | undefined {
  return useQuery({ ...options(useClient(), useQueryClient(), tape ?? ''), enabled: tape !== null }).data;
}

/** Asks for all steps that differ. */
export function useAskDiffering() {
  const client = useClient();
  const queries = useQueryClient();
  return (tape: string) => queries.fetchQuery(options(client, queries, tape));
}
