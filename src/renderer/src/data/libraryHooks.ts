import { keepPreviousData, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TapeRow } from '../../../shared/model/index.ts';
import type { Input, Output } from '../../../shared/rpc/contract.ts';
import { useStore } from '../state/store.ts';
import { useClient } from './client.tsx';
import { keys } from './keys.ts';

/** Milliseconds after which a tape that was live is looked at again: nobody tells that it has stopped growing. */
const LIVE_FADES = 60_000;

/** Milliseconds until what was not looked at yet is asked for again. */
const GOES_ON = 60;

type Found = Output<'library.find'>;
export type LibraryWish = Required<Pick<Input<'library.rows'>, 'look' | 'sort' | 'reverse' | 'filter' | 'group' | 'toggled' | 'heights'>>;
export type LibrarySpot = Pick<Input<'library.rows'>, 'from' | 'height' | 'seen' | 'show'>;
/** A page, with what was asked for. */
export type LibraryPage = Output<'library.rows'> & { wish: LibraryWish; spot: LibrarySpot };

/**
 * The rows of the library around a spot, which is asked for when the call is made: a list that was scrolled on, or whose tapes have changed,
 * asks again for where it is by then. An answer to an earlier wish or spot is dropped.
 */
export function useLibraryRows(wish: LibraryWish, spotFor: (wish: LibraryWish) => LibrarySpot) {
  const client = useClient();
  return useQuery({
    queryKey: keys.libraryRows(wish),
    queryFn: async ({ signal }): Promise<LibraryPage> => {
      const spot = spotFor(wish);
      return { ...(await client.call('library.rows', { ...wish, ...spot }, signal)), wish, spot };
    },
    placeholderData: keepPreviousData,
    structuralSharing: false,
    gcTime: LIVE_FADES,
    refetchInterval: ({ state: { data } }) => {
      if (data?.comparing !== undefined && data.comparing.looked < data.comparing.of) return GOES_ON;
      return data?.rows.some((row) => row.type === 'tape' && row.tape.live) === true && LIVE_FADES;
    },
  });
}

/** What the sessions that fit came to; days are those of this machine's time zone. */
export function useOverview(asked: Pick<Input<'library.overview'>, 'from' | 'to' | 'filter' | 'limit'>) {
  const client = useClient();
  const wish = { ...asked, zone: Intl.DateTimeFormat().resolvedOptions().timeZone };
  return useQuery({
    queryKey: keys.overview(wish),
    queryFn: ({ signal }) => client.call('library.overview', wish, signal),
    placeholderData: keepPreviousData,
  });
}

/** What takes a look into the sessions: an answer says what is known by then, and is asked for again until that is all. */
const useLooked = <M extends 'library.tools' | 'library.lost'>(method: M, asked: Input<M>) => {
  const client = useClient();
  const wish = { ...asked, zone: Intl.DateTimeFormat().resolvedOptions().timeZone };
  return useQuery({
    queryKey: keys.looked(method, wish),
    queryFn: ({ signal }): Promise<Output<M>> => client.call(method, wish, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data !== undefined && state.data.looked < state.data.of ? GOES_ON : false),
  });
};

/** How long tools took in the sessions that fit. */
export function useToolSums(asked: Input<'library.tools'>) {
  return useLooked('library.tools', asked);
}

/** What compactions lost of the instructions in the sessions that fit. */
export function useLostSums(asked: Input<'library.lost'>) {
  return useLooked('library.lost', asked);
}

/** Tapes of the library that a question names; nothing is asked where it is null. */
export function useFound(asked: Input<'library.find'> | null) {
  const client = useClient();
  return useQuery({
    queryKey: keys.found(asked),
    queryFn: ({ signal }) => client.call('library.find', asked ?? {}, signal),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
  });
}

/** How many sessions fit each filter; empty until it is known. */
export function useCounts(queries: readonly string[]): ReadonlyMap<string, number> {
  const client = useClient();
  const { data } = useQuery({
    queryKey: keys.counts(queries),
    queryFn: ({ signal }) => client.call('library.counts', { queries: [...queries] }, signal),
    placeholderData: keepPreviousData,
  });
  return new Map(queries.flatMap((query, at) => (data?.counts[at] === undefined ? [] : [[query, data.counts[at]]])));
}

/** Tapes by id, as far as they are known. */
export function useTapesById(ids: readonly string[]): ReadonlyMap<string, TapeRow> {
  const wanted = [...new Set(ids)].sort();
  const found = useFound(wanted.length === 0 ? null : { ids: wanted.slice(0, MOST), limit: MOST }).data?.tapes;
  return new Map(found?.map((tape) => [tape.id, tape]));
}

const MOST = 1000;

const tapesIn = (data: unknown): readonly TapeRow[] => {
  if (typeof data !== 'object' || data === null) return [];
  if ('tapes' in data && Array.isArray(data.tapes)) return (data as Found).tapes;
  return 'rows' in data ? (data as LibraryPage).rows.flatMap((row) => (row.type === 'tape' ? [row.tape] : [])) : [];
};

/** The row of a tape that some list has fetched already. */
const knownRow = (queries: QueryClient, id: string | null): TapeRow | null => {
  if (id === null) return null;
  for (const [, data] of queries.getQueriesData({ queryKey: keys.library })) {
    const row = tapesIn(data).find((tape) => tape.id === id);
    if (row) return row;
  }
  return null;
};

/** The same while the tape itself is on its way. */
export function useKnownRow(id: string | null): TapeRow | null {
  return knownRow(useQueryClient(), id);
}

/** Says something of a session as a whole; the lists show it when it is kept. */
export function useSayOfTape() {
  const client = useClient();
  const queries = useQueryClient();
  const setNotice = useStore((state) => state.setNotice);
  return useMutation({
    mutationFn: (said: Input<'library.own'>) => client.call('library.own', said),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.library }),
    onError: (error) => setNotice(error.message),
  });
}
