import { hashKey, type Query, type QueryCache, replaceEqualDeep, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import type { Policy, View } from '../../../shared/model/index.ts';
import type { Place } from '../../../shared/model/place.ts';
import type { Client } from '../../../shared/rpc/client.ts';
import type { Output } from '../../../shared/rpc/contract.ts';
import type { Side } from '../state/hash.ts';
import { useStore } from '../state/store.ts';
import { useClient } from './client.tsx';
import { keys } from './keys.ts';
import { useSharedQuery } from './shared-query.ts';

/** Keeps the last answer on screen while the next one of the same tape is on its way, and never one of another tape. */
const keepWithin = (tape: string) => {
  return <T>(before: T | undefined, query: { queryKey: readonly unknown[] } | undefined): T | undefined =>
    query?.queryKey[1] === tape ? before : undefined;
};

const askHead = (client: Client, tape: string | null) => ({
  queryKey: keys.head(tape ?? ''),
  queryFn: ({ signal }: { signal: AbortSignal }) => client.call('tapes.get', { tape: tape ?? '' }, signal),
  enabled: tape !== null,
});

/** Entries of a tape so far, for rows of a list; 0 until that is known. */
export function useEntryCount(tape: string): number {
  return useSharedQuery(askHead(useClient(), tape))?.tape.entries ?? 0;
}

/** One tape with its anchors and the tapes made from or for it. */
export function useTape(tape: string | null) {
  return useQuery({
    ...askHead(useClient(), tape),
    refetchInterval: ({ state }) => state.data?.tape.live === true && 60_000,
  });
}

const stepsOf = ({ tape }: Output<'tapes.get'>): number => tape.steps;

/** Steps of a tape so far; undefined until that is known. Who asks for it is not drawn again for anything else that changes of the tape. */
export function useStepCount(tape: string | null): number | undefined {
  return useQuery({ ...askHead(useClient(), tape), select: stepsOf }).data;
}

/** Whether the columns of the timeline are there, or cannot be had. What takes the engine long and is not drawn first waits for them. */
export function useIsDrawn(tape: string | null): boolean {
  const cache = useQueryClient().getQueryCache();
  const hash = hashKey(keys.columns(tape ?? ''));
  const subscribe = useCallback((changed: () => void) => subscribeTo(cache, ({ queryHash }) => queryHash === hash, changed), [cache, hash]);
  return useSyncExternalStore(subscribe, () => {
    // Not `find`, which compares each query of the cache with the key.
    const columns = cache.get(hash)?.state;
    return columns !== undefined && columns.status !== 'pending';
  });
}

/** Listens to some queries of the cache: each row of a list that is shown adds an observer, and the cache says so to whoever listens to all. */
export function subscribeTo(cache: QueryCache, wanted: (query: Query) => boolean, changed: () => void): () => void {
  return cache.subscribe(({ query }) => wanted(query) && changed());
}

/** What a context is asked of: a step, or the request that was not sent yet. */
export type Spot = number | 'next';

/**
 * What the context at the playhead is asked of. On a tape without steps that is the next request, which is all there is. Null until the
 * tape is known.
 */
export function useSpot(): Spot | null {
  const tape = useStore((state) => state.tape);
  const next = useStore((state) => state.next);
  const step = usePlayhead();
  const steps = useStepCount(tape);
  return next || steps === 0 ? 'next' : step;
}

/** A spot as calls take it. */
export function placeAt(spot: Spot): Place {
  return spot === 'next' ? { next: true } : { step: spot };
}

/** What the reader looks at, as a side of a comparison; null until the tape is known. */
export function useHere(): Side | null {
  const tape = useStore((state) => state.tape);
  const policy = useStore((state) => state.policy);
  const spot = useSpot();
  return tape === null || spot === null ? null : { tape, ...placeAt(spot), policy };
}

/** The same when it is asked for, so that what needs it for a click alone is not drawn again with each step. */
export function useAskHere(): () => Side | null {
  const queries = useQueryClient();
  return () => {
    const { tape, step, next, policy } = useStore.getState();
    const steps = queries.getQueryData<Output<'tapes.get'>>(keys.head(tape ?? ''))?.tape.steps;
    if (tape === null || steps === undefined) return null;
    return { tape, ...placeAt(next || steps === 0 ? 'next' : Math.min(step ?? steps, steps)), policy };
  };
}

/** The step under the playhead, or the last one before it: the chosen one, or the newest of the open tape. Null until the tape is known, or where it has none. */
export function usePlayhead(): number | null {
  const tape = useStore((state) => state.tape);
  const step = useStore((state) => state.step);
  const steps = useStepCount(tape);
  if (steps === undefined) return step;
  return steps === 0 ? null : Math.min(step ?? steps, steps);
}

export function useReceipt(tape: string | null) {
  const client = useClient();
  return useQuery({
    queryKey: keys.receipt(tape ?? ''),
    queryFn: ({ signal }) => client.call('tapes.receipt', { tape: tape ?? '', limit: 1000 }, signal),
    enabled: tape !== null,
  });
}

const useSteps = (tape: string | null, from: number, limit: number) => {
  const client = useClient();
  return useQuery({
    queryKey: keys.steps(tape ?? '', from, limit),
    queryFn: ({ signal }) => client.call('steps.list', { tape: tape ?? '', from, limit }, signal),
    enabled: tape !== null,
  });
};

/** The row of one step, read in pages so that stepping on asks nothing new. */
export function useStep(tape: string | null, step: number | null) {
  const page = 200;
  const from = step === null ? 1 : Math.floor((step - 1) / page) * page + 1;
  const steps = useSteps(step === null ? null : tape, from, page);
  return steps.data?.items.find((row) => row.step === step) ?? null;
}

/** Blocks of a context that a window lists: more than the largest of real logs has. */
export const LISTED = 2000;

/** A view with the entries of its folded blocks in them. */
function unpacked({ inFolds = [], ...view }: View): View {
  if (inFolds.length === 0) return view;
  let fold = 0;
  const entriesOf = (): number[] => Array.from(inFolds[fold++] ?? []);
  return { ...view, blocks: view.blocks.map((block) => (block.folded === undefined ? block : { ...block, entries: entriesOf() })) };
}

/** Of a view with folds all is new with each line: to compare it with the one before takes longer than to draw it. */
const shareShort = (before: unknown, next: unknown): unknown =>
  (next as View).blocks.some(({ folded }) => folded !== undefined) ? next : replaceEqualDeep(before, next);

export function useView(tape: string | null, spot: Spot | null, policy: Policy) {
  const client = useClient();
  const at = placeAt(spot ?? 1);
  return useQuery({
    queryKey: keys.view(tape ?? '', spot ?? 0, policy),
    queryFn: async ({ signal }) => unpacked(await client.call('views.assemble', { tape: tape ?? '', ...at, policy, most: LISTED }, signal)),
    structuralSharing: shareShort,
    enabled: tape !== null && spot !== null,
    placeholderData: keepWithin(tape ?? ''),
  });
}

/** The request that would follow an entry: what a fork there would begin with. */
export function useViewAfter(tape: string | null, after: number | null, policy: Policy) {
  const client = useClient();
  return useQuery({
    queryKey: keys.viewAfter(tape ?? '', after ?? 0, policy),
    queryFn: async ({ signal }) =>
      unpacked(await client.call('views.assemble', { tape: tape ?? '', after: after ?? 1, policy, most: LISTED }, signal)),
    structuralSharing: shareShort,
    enabled: tape !== null && after !== null,
    placeholderData: keepWithin(tape ?? ''),
  });
}

const entryPage = (client: Client, tape: string, from: number, limit: number, kinds: readonly string[] | null) => ({
  queryKey: keys.entries(tape, from, limit, kinds),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    client.call('entries.list', { tape, from, limit, ...(kinds && { kinds: [...kinds] }) }, signal),
});

/** Several pages of entries at once, each starting at one of `starts`: what a virtual list shows. */
export function useEntryPages(tape: string, starts: readonly number[], limit: number, kinds: readonly string[] | null = null) {
  const client = useClient();
  return useQueries({ queries: starts.map((from) => entryPage(client, tape, from, limit, kinds)) });
}

export function useEntry(tape: string | null, seq: number | null) {
  const client = useClient();
  return useQuery({
    queryKey: keys.entry(tape ?? '', seq ?? 0),
    queryFn: ({ signal }) => client.call('entries.get', { tape: tape ?? '', seq: seq ?? 1 }, signal),
    enabled: tape !== null && seq !== null,
    placeholderData: keepWithin(tape ?? ''),
    gcTime: 60_000,
  });
}

/** One image of an entry as a data URL; read when somebody looks at it, and kept for a minute. */
export function useImage(tape: string, seq: number, at: number) {
  const client = useClient();
  return useQuery({
    queryKey: keys.image(tape, seq, at),
    queryFn: ({ signal }) => client.call('entries.image', { tape, seq, at }, signal),
    select: ({ type, data }) => `data:${type};base64,${data}`,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
}

export function useRawLine(tape: string | null, at: { offset: number; length: number } | null) {
  const client = useClient();
  return useQuery({
    queryKey: keys.rawLine(tape ?? '', at?.offset ?? 0, at?.length ?? 0),
    queryFn: ({ signal }) => client.call('tapes.rawLine', { tape: tape ?? '', offset: at?.offset ?? 0, length: at?.length ?? 0 }, signal),
    enabled: tape !== null && at !== null,
    gcTime: 60_000,
  });
}
