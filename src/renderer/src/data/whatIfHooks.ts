import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Decision, RunSetup, TapeRow } from '../../../shared/model/index.ts';
import type { Input } from '../../../shared/rpc/contract.ts';
import { useClient } from './client.tsx';
import { keys } from './keys.ts';
import { useRunSetup } from './runHooks.ts';

/** Who can be asked, and with which model to begin: a native tape knows the models of its runs, a log the one that was asked. */
export function useWhatIfSetup(tape: TapeRow | null): Pick<RunSetup, 'providers' | 'model' | 'models'> | undefined {
  const client = useClient();
  const native = tape?.native != null;
  const run = useRunSetup(native ? tape.id : null).data;
  const logged = useQuery({
    queryKey: keys.whatIf(tape?.id ?? '', 'setup'),
    queryFn: ({ signal }) => client.call('whatIf.setup', { tape: tape?.id ?? '' }, signal),
    enabled: tape !== null && !native,
    retry: false,
  }).data;
  return native ? run : logged;
}

/** The request of an edited context, with what it weighs and costs. */
export function usePlan(input: Input<'whatIf.plan'> | null) {
  const client = useClient();
  return useQuery({
    queryKey: keys.whatIf(input?.tape ?? '', 'plan', input),
    queryFn: ({ signal }) => client.call('whatIf.plan', input as Input<'whatIf.plan'>, signal),
    enabled: input !== null,
    placeholderData: (before, query) => (query?.queryKey[1] === input?.tape ? before : undefined),
    retry: false,
    gcTime: 60_000,
  });
}

/** The answers of several requests, grouped together by what they decided. */
export function useGrouped(requests: readonly (readonly (Decision | null)[])[], recorded: Decision | null) {
  const client = useClient();
  return useQuery({
    queryKey: keys.grouped(requests, recorded),
    queryFn: ({ signal }) => client.call('whatIf.group', { requests: requests.map((answers) => [...answers]), recorded }, signal),
    enabled: requests.length > 0,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
}
