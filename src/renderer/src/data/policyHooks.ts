import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { NamedPolicy } from '../../../shared/model/index.ts';
import { useClient } from './client.tsx';
import { keys } from './keys.ts';

/** As the calls take it: without a tape the settings are meant. */
const of = (tape: string | null) => (tape === null ? {} : { tape });

/** Policies that somebody gave a name to, as a tape knows them; without a tape those of the settings. */
export function usePolicies(tape: string | null) {
  const client = useClient();
  return useQuery({
    queryKey: keys.policies(tape ?? ''),
    queryFn: async ({ signal }) => (await client.call('policies.list', of(tape), signal)).items,
  });
}

/** Other tapes may know the same names, so that all of them are asked for again. */
const useAgain = () => {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[2] === 'policies' });
};

/** Gives a policy of a tape a name. */
export function useSavePolicy(tape: string | null) {
  const client = useClient();
  return useMutation({
    mutationFn: (policy: { name: string; line: string }) => client.call('policies.save', { ...of(tape), ...policy }),
    onSuccess: useAgain(),
  });
}

/** Changes the line of a named policy where it is kept, or forgets it (a line of null). */
export function useChangePolicy(tape: string | null) {
  const client = useClient();
  return useMutation({
    mutationFn: ({ name, line, where }: Pick<NamedPolicy, 'name' | 'where'> & { line: string | null }) => {
      const at = { ...of(where === 'workspace' ? tape : null), name };
      return line === null ? client.call('policies.remove', at) : client.call('policies.save', { ...at, line });
    },
    onSuccess: useAgain(),
  });
}
