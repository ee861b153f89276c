import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { CallError, type Client } from '../../../shared/rpc/client.ts';
import { useClient } from './client.tsx';
import { LISTED } from './hooks.ts';
import { keys } from './keys.ts';

/** What is known of the request of a step. `by` has kept it as it was sent; null where nobody did, and its messages are derived from the log. */
export interface KnownRequest {
  body: unknown;
  by: string | null;
}

const isMissing = (failure: unknown): boolean => failure instanceof CallError && failure.wire.code === 'not-found';

/** The request of a step: as it was sent where somebody kept it, else the messages that the rules of the agent make of the log. */
export function useRequest(tape: string, step: number | null) {
  const client = useClient();
  return useQuery({
    queryKey: keys.request(tape, step ?? 0),
    queryFn: async ({ signal }): Promise<KnownRequest> => {
      try {
        const { request, capturedBy } = await client.call('evidence.request', { tape, step: step ?? 1 }, signal);
        return { body: request, by: capturedBy };
      } catch (failure) {
        if (!isMissing(failure)) throw failure;
      }
      const { parameters, ...content } = await client.call(
        'views.messages',
        { tape, step: step ?? 1, policy: 'as-recorded', most: LISTED },
        signal,
      );
      return { body: { ...parameters, ...content }, by: parameters === undefined ? null : 'the log itself' };
    },
    enabled: step !== null,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 30_000,
  });
}

const asking = (client: Client, tape: string, step: number) =>
  queryOptions({
    queryKey: keys.proof(tape, step),
    queryFn: ({ signal }) => client.call('evidence.step', { tape, step }, signal),
    retry: false,
  });

/** How the view of a step agrees with its request; until that is known, what is known of the step before, or undefined. */
export function useProof(tape: string, step: number) {
  return useQuery({ ...asking(useClient(), tape, step), placeholderData: keepPreviousData }).data;
}

/** The same of exactly this step; undefined until it is known. Nothing is asked where `step` is null. */
export function useProofOf(tape: string, step: number | null) {
  return useQuery({ ...asking(useClient(), tape, step ?? 0), enabled: step !== null }).data;
}

/** What a captured request like that of a step began with; null where none is known. Nothing is asked where `step` is null. */
export function useBaseLike(tape: string, step: number | null) {
  const client = useClient();
  return useQuery({
    queryKey: keys.baseLike(tape, step ?? 0),
    queryFn: ({ signal }) => client.call('evidence.base', { tape, step: step ?? 1 }, signal),
    enabled: step !== null,
    retry: false,
  }).data;
}

/** How often views are what was sent, by agent and version. All of them are derived again, so what is known is kept until somebody asks again. */
export function useVerdicts() {
  const client = useClient();
  return useQuery({
    queryKey: keys.verdicts,
    queryFn: ({ signal }) => client.call('evidence.verify', {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** Requests that were captured of a session and are none of its steps. */
export function useApart(tape: string) {
  const client = useClient();
  return useQuery({ queryKey: keys.apart(tape), queryFn: ({ signal }) => client.call('evidence.apart', { tape }, signal), retry: false })
    .data;
}
