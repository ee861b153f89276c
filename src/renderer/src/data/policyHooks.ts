import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from './client.tsx';
import { keys } from './keys.ts';

/** Policies that somebody gave a name to, as a tape knows them. */
export const usePolicies = (tape: string) => {
  const client = useClient();
  return useQuery({
    queryKey: keys.policies(tape),
    queryFn: async ({ signal }) => (await client.call('policies.list', { tape }, signal)).items,
  });
};

export const useSavePolicy = (tape: string) => {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (policy: { name: string; line: string }) => client.call('policies.save', { tape, ...policy }),
    onSuccess: ({ items }) => queries.setQueryData(keys.policies(tape), items),
  });
};
