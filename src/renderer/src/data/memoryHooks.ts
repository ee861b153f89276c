import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Parsed } from '../../../shared/rpc/contract.ts';
import { useClient } from './client.tsx';
import { keys } from './keys.ts';

export type MemoryScope = Parsed<'memory.query'>['scope'];

/** Milliseconds after which an index that was not whole is asked again. */
const AGAIN = 2000;

/** What the memory index knows of a query, as seen from a tape; at most `limit` entries. Nothing is asked for an empty one. */
export function useMemory(tape: string | null, query: string, scope: MemoryScope, limit: number) {
  const client = useClient();
  return useQuery({
    queryKey: keys.memory(tape ?? '', query, scope),
    queryFn: ({ signal }) => client.call('memory.query', { tape: tape ?? '', query, scope, limit }, signal),
    enabled: tape !== null && query !== '',
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => state.data !== undefined && state.data.index !== 'whole' && AGAIN,
  });
}
