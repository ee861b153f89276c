import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { isAgentTape } from '../../../../shared/library/names.ts';
import type { Timeline } from '../../../../shared/model/index.ts';
import type { Client } from '../../../../shared/rpc/client.ts';
import { useClient } from '../../data/client.tsx';
import { subscribeTo } from '../../data/hooks.ts';
import { keys } from '../../data/keys.ts';
import { useStore } from '../../state/store.ts';
import { asMainLine, type Columns, emptyColumns, joinTimeline, nextRequest } from './columns.ts';
import { columnsOf, detailOf, drawnAfter, joinDetail } from './overview.ts';

/** Tapes whose file was rewritten: the next answer starts again instead of being joined on. */
const rewritten = new Set<string>();

/**
 * The columns of a tape. After a push only what is new is asked for and joined on; after a rewrite all is read again, with
 * the old picture on screen until then. Kept while somebody looks at the tape, because a million entries weigh 20 MB.
 */
export function useColumns(tape: string | null) {
  const client = useClient();
  const queries = useQueryClient();
  useEffect(
    () =>
      client.bridge.subscribe((push) => {
        if (push.type !== 'tape' || push.tape !== tape || !push.reread) return;
        rewritten.add(push.tape);
        void queries.invalidateQueries({ queryKey: keys.columns(push.tape) });
      }),
    [client, queries, tape],
  );
  return useQuery({
    queryKey: keys.columns(tape ?? ''),
    queryFn: ({ signal }) => readColumns(client, queries, tape ?? '', signal),
    enabled: tape !== null,
    structuralSharing: false,
    gcTime: 10_000,
  });
}

/**
 * The columns as they are first drawn, or those that are held with what is new joined on. Asked for before anything else is known of the tape: the engine
 * knows whether it is long.
 */
export async function readColumns(client: Client, queries: QueryClient, id: string, signal: AbortSignal): Promise<Columns> {
  const again = rewritten.has(id);
  // Details may be joined on while this waits.
  const heldNow = (): Columns => (again ? undefined : queries.getQueryData<Columns>(keys.columns(id))) ?? emptyColumns(id);
  const [own, answer] = await Promise.all([
    ownSide(client, queries, id),
    heldNow().entries === 0
      ? client.call('tapes.overview', { tape: id }, signal)
      : client.call('tapes.timeline', { tape: id, ...nextRequest(heldNow()) }, signal),
  ]);
  if (again) rewritten.delete(id);
  return 'block' in answer ? columnsOf(own(drawnAfter(answer))) : joinTimeline(heldNow(), own(answer));
}

/**
 * Puts what was recorded in the place of an overview, a page after the other; whoever else shows the tape shares the call. A context that somebody waits
 * for comes first: a picture without details is whole, and a step without its context is not. A component that draws nothing, so that what it waits for
 * draws nothing again either.
 */
export function Details({ held }: { held: Columns }): null {
  const client = useClient();
  const queries = useQueryClient();
  const page = held.missing[0];
  const waited = useWaitsForContext(held);
  useQuery({
    queryKey: ['details', held.tape, held.drawing, page],
    queryFn: async ({ signal }) => {
      if (page === undefined) return null;
      const { tape } = held;
      const own = await ownSide(client, queries, tape);
      const answer = own(await client.call('tapes.timeline', { tape, ...detailOf(page) }, signal));
      queries.setQueryData<Columns>(keys.columns(tape), (now) => (now?.drawing === held.drawing ? joinDetail(now, page, answer) : now));
      return null;
    },
    enabled: page !== undefined && !waited,
    gcTime: 0,
  });
  return null;
}

/** Whether a context of the tape is on its way, or one is to be shown and none was asked for yet. */
const useWaitsForContext = ({ tape, steps }: Columns): boolean => {
  const cache = useQueryClient().getQueryCache();
  const shown = useStore(({ panel }) => panel === 'context') && steps > 0;
  const subscribe = useCallback(
    (changed: () => void) => subscribeTo(cache, ({ queryKey: [, of, part] }) => of === tape && part === 'view', changed),
    [cache, tape],
  );
  return useSyncExternalStore(subscribe, () => {
    const views = cache.findAll({ queryKey: keys.views(tape) });
    return views.some(({ state }) => state.fetchStatus === 'fetching') || (shown && views.every(({ state }) => state.status === 'pending'));
  });
};

/** How columns of the tape are to be read: those of a sub-agent are its main line. */
const ownSide = async (client: Client, queries: QueryClient, id: string): Promise<(answer: Timeline) => Timeline> => {
  const { tape } = await headOf(client, queries, id);
  return isAgentTape(tape) ? asMainLine : (answer) => answer;
};

const headOf = (client: Client, queries: QueryClient, id: string) =>
  queries.ensureQueryData({ queryKey: keys.head(id), queryFn: () => client.call('tapes.get', { tape: id }) });
