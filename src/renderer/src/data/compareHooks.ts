import { useQuery } from '@tanstack/react-query';
import type { Address } from '../../../shared/model/address.ts';
import type { Side } from '../state/hash.ts';
import { useClient } from './client.tsx';
import { keys } from './keys.ts';

/** The contexts next to each other, and two of them block by block. What comes after a fixed step does not change. */
export function useComparison(sides: readonly Side[], pair: readonly [number, number]) {
  const client = useClient();
  return useQuery({
    queryKey: keys.compare(sides, pair),
    queryFn: ({ signal }) => client.call('compare.run', { sides: [...sides], pair: [...pair] }, signal),
    enabled: sides.length > 1,
    placeholderData: (before, query) => (query?.queryKey[1] === sides ? before : undefined),
  });
}

/** Two entries, parts of requests, or texts that are in no record, word by word; asked for when they come into view. */
export function useTextDiff(a: Address | { text: string }, b: Address | { text: string }) {
  const client = useClient();
  return useQuery({
    queryKey: keys.compareText(a, b),
    queryFn: ({ signal }) => client.call('compare.text', { a, b }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
}
