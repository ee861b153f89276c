import { keepPreviousData, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Client } from '../../../shared/rpc/client.ts';
import type { Input, Output } from '../../../shared/rpc/contract.ts';
import { useClient } from './client.tsx';
import { keys } from './keys.ts';

export function useInfo() {
  const client = useClient();
  return useQuery({ queryKey: keys.info, queryFn: () => client.call('app.info', {}), staleTime: Number.POSITIVE_INFINITY });
}

export function useSettings() {
  const client = useClient();
  return useQuery({ queryKey: keys.settings, queryFn: () => client.call('settings.get', {}), staleTime: Number.POSITIVE_INFINITY });
}

/** Whether money is shown next to tokens; who pays a subscription may leave it out. */
export function useMoney(): boolean {
  return useSettings().data?.money !== 'tokens';
}

/**
 * A change of the settings, shown before the engine has it. Where several are on their way only the last answer counts: an earlier one would
 * put back for a moment what the reader has changed since.
 */
export function savingSettings(client: Client, queries: QueryClient) {
  const isLast = () => queries.isMutating({ mutationKey: keys.settings }) === 1;
  return {
    mutationKey: keys.settings,
    mutationFn: (change: Input<'settings.set'>) => client.call('settings.set', change),
    onMutate: (change: Input<'settings.set'>) => {
      const before = queries.getQueryData<Output<'settings.get'>>(keys.settings);
      if (before) queries.setQueryData(keys.settings, { ...before, ...change });
      return { before };
    },
    onError: (_error: Error, _change: Input<'settings.set'>, kept: { before: Output<'settings.get'> | undefined } | undefined) => {
      if (isLast()) queries.setQueryData(keys.settings, kept?.before);
    },
    onSuccess: (settings: Output<'settings.set'>) => {
      if (isLast()) queries.setQueryData(keys.settings, settings);
      void queries.invalidateQueries({ queryKey: keys.library });
      void queries.invalidateQueries({ queryKey: keys.formats });
    },
  };
}

export function useSaveSettings() {
  return useMutation(savingSettings(useClient(), useQueryClient()));
}

export function useBrowse(path: string | null) {
  const client = useClient();
  return useQuery({
    queryKey: keys.browse(path ?? ''),
    queryFn: ({ signal }) => client.call('files.browse', { path: path ?? '' }, signal),
    enabled: path !== null,
    retry: false,
    staleTime: 2000,
    placeholderData: keepPreviousData,
  });
}

export function useJobs() {
  const client = useClient();
  // The engine also lists what has ended; only what still runs is news.
  const running = async () => ({ items: (await client.call('jobs.list', {})).items.filter((job) => job.state === 'running') });
  return useQuery({ queryKey: keys.jobs, queryFn: running, staleTime: Number.POSITIVE_INFINITY });
}

export function useCancelJob() {
  const client = useClient();
  return useMutation({ mutationFn: (id: string) => client.call('jobs.cancel', { id }) });
}

/** Opens files, folders or the samples; answers with what was found. */
export function useOpen() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (wanted: Input<'library.open'>) => client.call('library.open', wanted),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.library }),
  });
}

export function useSamples() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => client.call('library.samples', {}),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.library }),
  });
}
