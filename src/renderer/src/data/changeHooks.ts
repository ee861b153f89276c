import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Policy, Stay } from '../../../shared/model/index.ts';
import { useClient } from './client.tsx';
import { placeAt, type Spot } from './hooks.ts';
import { keys } from './keys.ts';

/** What was added, removed and changed at a step, or at the next request; `against` null is the request before it. The last answer stays while another one is asked. */
export function useChanges(tape: string, spot: Spot, against: number | null, policy: Policy) {
  const client = useClient();
  return useQuery({
    queryKey: keys.changes(tape, spot, against, policy),
    queryFn: ({ signal }) => client.call('views.changes', { tape, ...placeAt(spot), policy, ...(against !== null && { against }) }, signal),
    placeholderData: (before) => (before?.tape === tape && before.policy === policy ? before : undefined),
  });
}

/** Asks when an entry was in context, once a reader wants to go there: on a long tape that takes a while. */
export function useAskStays(tape: string, policy: Policy) {
  const client = useClient();
  const [asking, setAsking] = useState(false);
  const ask = async (seq: number): Promise<readonly Stay[]> => {
    setAsking(true);
    try {
      return (await client.call('residency.entry', { tape, seq, policy })).stays;
    } finally {
      setAsking(false);
    }
  };
  return { asking, ask };
}
