import { keepPreviousData, useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { asking, without } from '../../../shared/library/asked.ts';
import type { Output } from '../../../shared/rpc/contract.ts';
import type { SearchPlace } from '../state/hash.ts';
import { useClient } from './client.tsx';
import { keys } from './keys.ts';

export type SearchPageOf = Output<'search.find'>;
export type SearchHitOf = SearchPageOf['hits'][number];

/** Whether there is anything to look for. */
export function asksAnything({ query, filters }: SearchPlace): boolean {
  return query.trim() !== '' || asking(without(filters, 'reached')).length > 0;
}

/** Hits of a page. */
const LIMIT = 60;
/** Milliseconds after which a search over what is not indexed yet is asked again. */
const AGAIN = 2000;
/** The same of one whose hits are looked at, one session after the other. */
const LOOKS_ON = 100;

/** Whether it is known by now of all hits whether the model received them. */
const isLooked = ({ looked }: SearchPageOf): boolean => looked.done >= looked.of;

/** A search, a page at a time; `each` is how many hits of one session come first. Those of the search before stay until it is answered. */
export function useSearched(place: SearchPlace, each: number | null, around: number) {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: keys.searched(place, { each, around }),
    queryFn: ({ pageParam, signal }) =>
      client.call('search.find', { ...place, around, limit: LIMIT, from: pageParam, ...(each !== null && { each }) }, signal),
    initialPageParam: 0,
    getNextPageParam: (last) => last.next ?? undefined,
    enabled: asksAnything(place),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => {
      const first = state.data?.pages[0];
      if (first === undefined) return false;
      if ((place.filters.reached?.length ?? 0) > 0 && !isLooked(first)) return LOOKS_ON;
      return first.indexed < first.of ? AGAIN : false;
    },
    retry: false,
  });
}

/** How many hits of a search the model received, found out once the search is answered: the facet of an answer that is added to until all are looked at. */
export function useReachedHits(place: SearchPlace, ready: boolean): SearchPageOf | undefined {
  const client = useClient();
  const { data } = useQuery({
    queryKey: keys.searched(place, 'reached'),
    queryFn: ({ signal }) => client.call('search.find', { ...place, limit: 1, each: 1, around: 0, looks: true }, signal),
    enabled: ready && asksAnything(place),
    refetchInterval: ({ state }) => (state.data !== undefined && !isLooked(state.data) ? LOOKS_ON : false),
    retry: false,
  });
  return data;
}

/** All hits of single sessions, by their ids. */
export function useSessionHits(place: SearchPlace, tapes: readonly string[], around: number): ReadonlyMap<string, readonly SearchHitOf[]> {
  const client = useClient();
  const answers = useQueries({
    queries: tapes.map((tape) => {
      const asked = { ...place, filters: { ...place.filters, session: [tape] } };
      return {
        queryKey: keys.searched(asked, { around, all: true }),
        queryFn: ({ signal }: { signal: AbortSignal }) => client.call('search.find', { ...asked, around, limit: 200 }, signal),
        retry: false,
      };
    }),
  });
  return new Map(tapes.flatMap((tape, at) => (answers[at]?.data ? [[tape, answers[at].data.hits] as const] : [])));
}

/** One hit with many lines around it. */
export function useHitText(place: SearchPlace, hit: { tape: string; seq: number } | null, around: number) {
  const client = useClient();
  const asked = hit && { ...place, filters: { ...place.filters, session: [hit.tape] } };
  return useQuery({
    queryKey: keys.searched(asked, { only: hit?.seq, around }),
    queryFn: async ({ signal }) => {
      if (asked === null || hit === null) return null;
      return (await client.call('search.find', { ...asked, around, only: hit.seq, limit: 1 }, signal)).hits[0] ?? null;
    },
    enabled: hit !== null,
    retry: false,
  });
}
