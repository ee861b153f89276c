import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BranchClass } from '../../../shared/model/index.ts';
import { useClient } from './client.tsx';
import { keys } from './keys.ts';

/** How a graph is asked for. */
export interface GraphHow {
  readonly family: boolean;
  readonly show: readonly BranchClass[];
  readonly agents: 'nested' | 'siblings';
}

/** The session graph. The last one stays on screen while another is built. */
export function useGraph(tape: string, how: GraphHow) {
  const client = useClient();
  return useQuery({
    queryKey: keys.graph(tape, how),
    queryFn: ({ signal }) => client.call('graph.get', { tape, ...how, show: [...how.show] }, signal),
    placeholderData: (before, query) => (query?.queryKey[1] === tape ? before : undefined),
  });
}

/** Whether one may resume or fork at an entry, and why not. */
export function useLegality(tape: string | null, seq: number | null) {
  const client = useClient();
  return useQuery({
    queryKey: keys.legal(tape ?? '', seq ?? 0),
    queryFn: ({ signal }) => client.call('graph.legal', { tape: tape ?? '', seq: seq ?? 1 }, signal),
    enabled: tape !== null && seq !== null,
  });
}

/** Entries whose text holds the words; empty for no words. */
export function useGraphSearch(tape: string, query: string) {
  const client = useClient();
  return useQuery({
    queryKey: keys.search(`graph ${query}`, tape),
    queryFn: ({ signal }) => client.call('search.run', { query, tape, limit: 200 }, signal),
    enabled: query.trim().length > 1,
    select: ({ hits }) => hits.map(({ tape: id, seq }) => ({ tape: id, seq })),
  });
}

/** Names that people gave to points of a tape, with what sets and removes them. */
export function useRefs(tape: string) {
  const client = useClient();
  const queries = useQueryClient();
  const again = () => void queries.invalidateQueries({ queryKey: keys.tape(tape) });
  const list = useQuery({ queryKey: keys.refs(tape), queryFn: ({ signal }) => client.call('refs.list', { tape }, signal) });
  const set = useMutation({
    mutationFn: (point: { name: string; seq?: number; step?: number }) => client.call('refs.set', { tape, ...point }),
    onSuccess: again,
  });
  const remove = useMutation({ mutationFn: (name: string) => client.call('refs.remove', { tape, name }), onSuccess: again });
  return { list, set, remove };
}
