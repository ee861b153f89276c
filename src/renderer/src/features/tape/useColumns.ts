import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useClient } from '../../data/client.tsx';
import { keys } from '../../data/keys.ts';
import { asMainLine, type Columns, emptyColumns, joinTimeline, nextRequest } from './columns.ts';

const columnsKey = (tape: string) => [...keys.tape(tape), 'columns'];

/** Tapes whose file was rewritten: the next answer starts anew instead of being joined on. */
const rewritten = new Set<string>();

/**
 * The columns of a tape. After a push only what is new is asked for and joined on; after a rewrite all is read again, with
 * the old picture on screen until then. Kept while somebody looks at the tape, because a million entries weigh 20 MB.
 */
export const useColumns = (tape: string | null) => {
  const client = useClient();
  const queries = useQueryClient();
  useEffect(
    () =>
      client.bridge.subscribe((push) => {
        if (push.type !== 'tape' || push.tape !== tape || !push.reread) return;
        rewritten.add(push.tape);
        void queries.invalidateQueries({ queryKey: columnsKey(push.tape) });
      }),
    [client, queries, tape],
  );
  return useQuery({
    queryKey: columnsKey(tape ?? ''),
    queryFn: async ({ signal }): Promise<Columns> => {
      const id = tape ?? '';
      const anew = rewritten.has(id);
      const held = (anew ? undefined : queries.getQueryData<Columns>(columnsKey(id))) ?? emptyColumns(id);
      const [{ tape: row }, answer] = await Promise.all([
        queries.ensureQueryData({ queryKey: keys.head(id), queryFn: () => client.call('tapes.get', { tape: id }) }),
        client.call('tapes.timeline', { tape: id, ...nextRequest(held) }, signal),
      ]);
      if (anew) rewritten.delete(id);
      return joinTimeline(held, row.relation === 'sub-agent' ? asMainLine(answer) : answer);
    },
    enabled: tape !== null,
    structuralSharing: false,
    gcTime: 10_000,
  });
};
