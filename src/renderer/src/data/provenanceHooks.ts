import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Policy, ProvenanceGroup } from '../../../shared/model/index.ts';
import type { Place } from '../../../shared/model/place.ts';
import { useClient } from './client.tsx';
import { placeAt, type Spot } from './hooks.ts';
import { keys } from './keys.ts';

/** Where a context is from is asked of a tape, a place and a policy. */
export interface AskedContext {
  readonly tape: string;
  readonly spot: Spot;
  readonly policy: Policy;
}

const inputOf = ({ tape, spot, policy }: AskedContext) => ({ tape, ...placeAt(spot), policy });

/** The graph of its sources. The one before stays on screen while the playhead moves along one tape. */
export function useProvenance(asked: AskedContext, open: readonly ProvenanceGroup[]) {
  const client = useClient();
  return useQuery({
    queryKey: keys.provenance(asked.tape, 'graph', asked, open),
    queryFn: ({ signal }) => client.call('provenance.get', { ...inputOf(asked), open: [...open] }, signal),
    placeholderData: (before, query) => (query?.queryKey[1] === asked.tape ? before : undefined),
  });
}

/** The first blocks of one source of that graph. */
export function useSourceBlocks(asked: AskedContext, open: readonly ProvenanceGroup[], source: string | null) {
  const client = useClient();
  return useQuery({
    queryKey: keys.provenance(asked.tape, 'blocks', asked, open, source),
    queryFn: ({ signal }) =>
      client.call('provenance.blocks', { ...inputOf(asked), open: [...open], source: source ?? '', limit: 200 }, signal),
    enabled: source !== null,
  });
}

/** What else is known of what an entry brought in. */
export function useSourceFacts(asked: AskedContext, seq: number | null) {
  const client = useClient();
  return useQuery({
    queryKey: keys.provenance(asked.tape, 'facts', asked, seq),
    queryFn: ({ signal }) => client.call('provenance.facts', { ...inputOf(asked), seq: seq ?? 1 }, signal),
    enabled: seq !== null,
  });
}

/** A context and a sibling around one list of sources. */
export function usePairedProvenance(asked: AskedContext, sibling: ({ tape: string; policy: Policy } & Place) | null) {
  const client = useClient();
  return useQuery({
    queryKey: keys.provenance(asked.tape, 'pair', asked, sibling),
    queryFn: ({ signal }) => client.call('provenance.pair', { a: inputOf(asked), b: sibling ?? inputOf(asked) }, signal),
    enabled: sibling !== null,
    placeholderData: keepPreviousData,
  });
}
