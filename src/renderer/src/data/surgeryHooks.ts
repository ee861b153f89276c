import { useMutation, useQuery } from '@tanstack/react-query';
import type { SurgeryChange } from '../../../shared/model/index.ts';
import { useClient } from './client.tsx';
import { keys } from './keys.ts';

/** What a change would keep and leave out; writes nothing. */
export const useSurgeryPreview = (tape: string, change: SurgeryChange | null) => {
  const client = useClient();
  return useQuery({
    queryKey: keys.surgery(tape, change),
    queryFn: ({ signal }) => client.call('surgery.preview', { tape, change: change ?? { op: 'compact', keep: 1 } }, signal),
    enabled: change !== null,
    placeholderData: (before) => before,
  });
};

/** Writes the copy, whole or not at all. */
export const useSurgery = (tape: string) => {
  const client = useClient();
  return useMutation({ mutationFn: (change: SurgeryChange) => client.call('surgery.write', { tape, change }) });
};
