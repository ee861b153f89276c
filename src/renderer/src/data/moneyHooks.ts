import { type Query, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CacheFate, CacheMisses } from '../../../shared/model/index.ts';
import { type PriceBook, priceBook } from '../../../shared/model/prices.ts';
import { useRested } from '../ui/useRested.ts';
import { useMoney } from './appHooks.ts';
import { useClient } from './client.tsx';
import { useStepCount, useTape } from './hooks.ts';
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

/** Milliseconds without a new line until caches of a tape that grows are looked at again: that takes a look at all of its steps. */
const GROWN_REST = 2000;

/** How far a tape is, once it rests; empty until it has steps. */
const useGrown = (tape: string | null): string => {
  const row = useTape(tape).data?.tape;
  const now = tape === null || !row?.steps ? '' : `${tape} ${row.entries} ${row.steps}`;
  const rested = useRested(now, GROWN_REST);
  return tape !== null && rested.startsWith(`${tape} `) ? rested : now;
};

/** What was known of a tape until its new answer comes; of another tape nothing. */
const keptOf =
  (tape: string | null) =>
  <T>(before: T | undefined, { queryKey }: Pick<Query, 'queryKey'> = { queryKey: [] }): T | undefined =>
    queryKey[1] === tape ? before : undefined;

/** Steps whose fates are asked for together. */
const PAGE = 200;

/** Why the cache of a step was read or missed; undefined until it is known, and where the step records no usage. */
export function useFate(tape: string, step: number): CacheFate | undefined {
  const client = useClient();
  const shown = useMoney();
  const grown = useGrown(tape);
  const from = step - ((step - 1) % PAGE);
  const { data } = useQuery({
    queryKey: keys.fates(tape, grown, from),
    queryFn: ({ signal }) => client.call('cache.steps', { tape, from, to: from + PAGE - 1 }, signal),
    enabled: grown !== '',
    placeholderData: keptOf(tape),
    retry: false,
  });
  return useMemo(() => {
    const fate = data?.items.find((one) => one.step === step);
    return fate && (shown ? fate : { ...fate, ...NO_MONEY, saved: null });
  }, [data, shown, step]);
}

/** Where the caches of a tape were missed; undefined until it is known. */
export function useMisses(tape: string | null): CacheMisses | undefined {
  const client = useClient();
  const by = useMoney() ? 'cost' : 'tokens';
  const grown = useGrown(tape);
  return useQuery({
    queryKey: keys.misses(tape ?? '', grown, by),
    queryFn: ({ signal }) => client.call('cache.misses', { tape: tape ?? '', by }, signal),
    enabled: grown !== '',
    placeholderData: keptOf(tape),
    structuralSharing: false,
    retry: false,
  }).data;
}

/** What a session and its sub-agents cost. */
export function useSessionCost(tape: string) {
  const client = useClient();
  const shown = useMoney();
  const steps = useStepCount(tape) ?? 0;
  return useQuery({
    queryKey: keys.cost(tape, steps),
    queryFn: ({ signal }) => client.call('cost.list', { tapes: [tape], by: 'session', zone: 'UTC' }, signal),
    enabled: shown && steps > 0,
    retry: false,
  }).data;
}
