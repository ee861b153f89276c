import { hashKey, type QueryClient, type QueryKey, QueryObserver, type QueryObserverOptions, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

interface Options<Raw, Data> extends Pick<QueryObserverOptions<Raw>, 'queryFn' | 'staleTime' | 'retry'> {
  queryKey: QueryKey;
  enabled?: boolean;
  /** A function of the module, since all who ask share what it answers. */
  select?: (raw: Raw) => Data;
}

/** What one observer says to all who ask the same. */
interface Shared {
  subscribe(changed: () => void): () => void;
  read(): unknown;
}

const shared = new WeakMap<QueryClient, Map<string, Shared>>();

/** One observer of a query, for as long as somebody listens. */
export function sharedQuery(queries: QueryClient, options: Options<unknown, unknown>): Shared {
  const { select = (raw: unknown) => raw, ...asked } = options;
  const hash = hashKey(asked.queryKey);
  const observer = new QueryObserver(queries, asked);
  const listeners = new Set<() => void>();
  let stop = (): void => {};
  let last: { raw: unknown; data: unknown } = { raw: undefined, data: undefined };
  return {
    subscribe: (changed) => {
      listeners.add(changed);
      if (listeners.size === 1) {
        // Its query may have left the cache meanwhile.
        observer.setOptions(asked);
        stop = observer.subscribe(() => {
          for (const listener of listeners) listener();
        });
      }
      return () => {
        if (listeners.delete(changed) && listeners.size === 0) stop();
      };
    },
    read: () => {
      const raw = queries.getQueryCache().get(hash)?.state.data;
      if (raw !== last.raw) last = { raw, data: raw === undefined ? undefined : select(raw) };
      return last.data;
    },
  };
}

/**
 * The answer to what each row of a list asks: one observer for all rows. With one for each, most of what it costs to show a list again is to
 * observe and to tell the cache so.
 */
export function useSharedQuery<Raw, Data = Raw>(options: Options<Raw, Data>): Data | undefined {
  const queries = useQueryClient();
  const known = shared.get(queries) ?? new Map<string, Shared>();
  shared.set(queries, known);
  const name = `${hashKey(options.queryKey)} ${options.enabled ?? true} ${options.select?.name ?? ''}`;
  const one = known.get(name) ?? sharedQuery(queries, options as Options<unknown, unknown>);
  known.set(name, one);
  return useSyncExternalStore(one.subscribe, one.read) as Data | undefined;
}
