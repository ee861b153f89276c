import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CacheFate } from '../../../shared/model/index.ts';
import { type PriceBook, priceBook } from '../../../shared/model/prices.ts';
import { useMoney } from './appHooks.ts';
import { useClient } from './client.tsx';
import { useTape } from './hooks.ts';
import { keys } from './keys.ts';

/** The list of prices; undefined until it is there. */
export function usePrices() {
  const client = useClient();
  return useQuery({ queryKey: keys.prices, queryFn: () => client.call('prices.get', {}), staleTime: 60_000 }).data;
}

/** The same, ready to be asked; null until it is there, and for who wants to see tokens only. */
export function usePriceBook(): PriceBook | null {
  const prices = usePrices();
  const shown = useMoney();
  return useMemo(() => (prices === undefined || !shown ? null : priceBook(prices)), [prices, shown]);
}

const NO_MONEY = { cost: null, warm: null } as const;

/** Why the cache of each step of a tape was read or missed, by step; undefined until it is known. */
export function useFates(tape: string | null): ReadonlyMap<number, CacheFate> | undefined {
  const client = useClient();
  const shown = useMoney();
  const steps = useTape(tape).data?.tape.steps ?? 0;
  const { data } = useQuery({
    queryKey: keys.fates(tape ?? '', steps),
    queryFn: ({ signal }) => client.call('cache.steps', { tape: tape ?? '' }, signal),
    enabled: tape !== null && steps > 0,
    placeholderData: (before) => before,
    retry: false,
  });
  return useMemo(
    () => data && new Map(data.items.map((fate) => [fate.step, shown ? fate : { ...fate, ...NO_MONEY, saved: null }])),
    [data, shown],
  );
}

/** What a session and its sub-agents cost. */
export function useSessionCost(tape: string) {
  const client = useClient();
  const shown = useMoney();
  const steps = useTape(tape).data?.tape.steps ?? 0;
  return useQuery({
    queryKey: keys.cost(tape, steps),
    queryFn: ({ signal }) => client.call('cost.list', { tapes: [tape], by: 'session', zone: 'UTC' }, signal),
    enabled: shown && steps > 0,
    retry: false,
  }).data;
}
