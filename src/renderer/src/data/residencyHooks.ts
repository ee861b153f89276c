import { useQuery } from '@tanstack/react-query';
import type { Policy, ResidencyBy } from '../../../shared/model/index.ts';
import { useClient } from './client.tsx';
import { keys } from './keys.ts';

/** When each entry was in context, on the line that ends at a step. A chart of a growing tape keeps the last one while the next is worked out. */
export function useResidency(tape: string, policy: Policy, by: ResidencyBy, line: number | null) {
  const client = useClient();
  return useQuery({
    queryKey: keys.residency(tape, policy, by, line),
    queryFn: ({ signal }) => client.call('residency.get', { tape, policy, by, ...(line !== null && { step: line }) }, signal),
    placeholderData: (before) =>
      before?.tape === tape && before.policy === policy && (before.groups?.by ?? 'entry') === by ? before : undefined,
    structuralSharing: false,
    gcTime: 60_000,
    // What a person cancelled, or what the policy cannot do, does not get better by being tried again.
    retry: false,
  });
}

/** Where a question is asked from. */
export type At = { step: number } | { next: true };

/** Why an entry, or each entry with a text, is or is not in the context of a request. The answer before stays while the playhead travels. */
export function useWhy(tape: string, about: { seq: number } | { text: string } | null, at: At | null, policy: Policy) {
  const client = useClient();
  return useQuery({
    queryKey: keys.why(tape, about ?? { text: '' }, at ?? {}, policy),
    queryFn: ({ signal }) => client.call('views.why', { tape, ...about, ...at, policy, limit: 50 }, signal),
    enabled: about !== null,
    placeholderData: (before) =>
      about !== null && 'text' in about && before?.tape === tape && before.text === about.text ? before : undefined,
    retry: false,
  });
}

/** How to ask a tape why some text is or is not in the context of its newest request. */
export function useWhyOf() {
  const client = useClient();
  return (tape: string, text: string) => ({
    queryKey: keys.why(tape, { text }, {}, 'as-recorded'),
    queryFn: ({ signal }: { signal: AbortSignal }) => client.call('views.why', { tape, text, policy: 'as-recorded', limit: 50 }, signal),
    retry: false,
  });
}

/** The stays of one entry; asked for only where the tape rests, since every step that is added changes them. */
export function useStays(tape: string, seq: number, policy: Policy, line: number | null, rests: boolean) {
  const client = useClient();
  return useQuery({
    queryKey: keys.stays(tape, seq, policy, line),
    queryFn: ({ signal }) => client.call('residency.entry', { tape, seq, policy, ...(line !== null && { step: line }) }, signal),
    enabled: rests,
  });
}
