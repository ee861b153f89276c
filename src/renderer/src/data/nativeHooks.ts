import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { MergeOptions, Policy } from '../../../shared/model/index.ts';
import type { Input, Method } from '../../../shared/rpc/contract.ts';
import { useClient } from './client.tsx';
import { keys } from './keys.ts';
import { refreshTape } from './push.ts';

/** What is known of a native tape beyond its row; nothing is asked for a foreign one. */
export function useNativeInfo(tape: string | null) {
  const client = useClient();
  return useQuery({
    queryKey: keys.native(tape ?? '', 'info'),
    queryFn: ({ signal }) => client.call('native.info', { tape: tape ?? '' }, signal),
    enabled: tape !== null,
  });
}

const forksOf = (client: ReturnType<typeof useClient>, tape: string | null) => ({
  queryKey: keys.native(tape ?? '', 'forks'),
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await client.call('native.forks', { tape: tape ?? '' }, signal)).items,
});

/** The forks of a native tape, open and merged. */
export function useForks(tape: string | null) {
  return useQuery({ ...forksOf(useClient(), tape), enabled: tape !== null });
}

/** Finds the tape of a fork by its name, as things are when it is asked for: a run may just have begun it. Null for none. */
export function useFindFork(): (tape: string, name: string) => Promise<string | null> {
  const client = useClient();
  const queries = useQueryClient();
  return async (tape, name) => {
    const forks = await queries.fetchQuery({ ...forksOf(client, tape), staleTime: 0 });
    return forks.findLast((fork) => fork.name === name)?.tape ?? null;
  };
}

/** What a merge into `tape` would do. The last answer stays on screen while the next one comes; a fork that grows asks again. */
export function useMergePreview(tape: string, options: MergeOptions, forks: readonly string[], policy: Policy) {
  const client = useClient();
  const queries = useQueryClient();
  const watched = forks.join(' ');
  useEffect(
    () =>
      client.bridge.subscribe((push) => {
        if (push.type === 'tape' && watched.split(' ').includes(push.tape))
          void queries.invalidateQueries({ queryKey: [...keys.tape(tape), 'merge'] });
      }),
    [client, queries, tape, watched],
  );
  return useQuery({
    queryKey: keys.merge(tape, options, policy),
    queryFn: ({ signal }) => client.call('native.preview', { tape, ...options, policy }, signal),
    enabled: options.names.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
}

type Writing = Extract<Method, `native.${string}`>;

/** A call that writes to a native tape. What is on screen of that tape is asked for again, without waiting for a notification. */
export function useNativeCall<M extends Writing>(method: M) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Input<M>) => client.call(method, input),
    onSuccess: (_answer, input) => {
      if ('tape' in input) refreshTape(queries, input.tape, false);
      void queries.invalidateQueries({ queryKey: keys.library });
    },
  });
}
