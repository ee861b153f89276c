import { useMutation, useQuery } from '@tanstack/react-query';
import type { Policy, SurgeryChange } from '../../../shared/model/index.ts';
import { useClient } from './client.tsx';
import { keys } from './keys.ts';

/** What a change would keep and leave out, and the next request of the copy under a policy; writes nothing. */
export function useSurgeryPreview(tape: string, change: SurgeryChange | null, policy: Policy) {
  const client = useClient();
  return useQuery({
    queryKey: keys.surgery(tape, change, policy),
    queryFn: ({ signal }) => client.call('surgery.preview', { tape, change: change ?? { op: 'compact', keep: 1 }, policy }, signal),
    enabled: change !== null,
    placeholderData: (before) => before,
  });
}

/** Writes the copy, whole or not at all. */
export function useSurgery(tape: string) {
  const client = useClient();
  return useMutation({ mutationFn: (change: SurgeryChange) => client.call('surgery.write', { tape, change }) });
}
