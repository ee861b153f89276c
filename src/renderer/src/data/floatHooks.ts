import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FloatChange, FloatFolder, Tier } from '../../../shared/model/float.ts';
import type { Client } from '../../../shared/rpc/client.ts';
import type { Input, Method } from '../../../shared/rpc/contract.ts';
import { useClient } from './client.tsx';
import { keys } from './keys.ts';
import { useSharedQuery } from './shared-query.ts';

const AT_REST = Number.POSITIVE_INFINITY;

/** Projects that have context files, or could. */
export function useFloatProjects() {
  return useQuery(askProjects(useClient()));
}

const askProjects = (client: Client) => ({
  queryKey: keys.floatProjects,
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await client.call('float.projects', {}, signal)).items,
  retry: false,
});

/** Whether any project has context files, for rows of a list. */
export function useAnyBuilt(): boolean {
  return useSharedQuery(askProjects(useClient()))?.some(({ built }) => built) ?? false;
}

/**
 * A project by its folder, as far as the app knows it: a tape was written in it, or a person opened it. Null for any other folder, of which
 * nothing is asked or read. It is asked for again each time, since a tape may have brought it in meanwhile.
 */
export function useKnownProject(root: string) {
  const client = useClient();
  return useQuery({
    queryKey: keys.floatProject(root),
    queryFn: async ({ signal }) => (await client.call('float.projects', {}, signal)).items.find((one) => one.root === root) ?? null,
    staleTime: 0,
    retry: false,
  });
}

/** Counts of a project, and whether it is watched. Fails with 'not-found' where it has no context files. */
export function useFloatStatus(root: string) {
  const client = useClient();
  return useQuery({
    queryKey: keys.floatPart(root, 'status'),
    queryFn: ({ signal }) => client.call('float.status', { root }, signal),
    retry: false,
  });
}

/** Every folder, without its texts. What changes is told, so nothing is asked twice. */
export function useFolders(root: string) {
  const client = useClient();
  return useQuery({
    queryKey: keys.floatPart(root, 'folders'),
    queryFn: async ({ signal }) => (await client.call('float.folders', { root }, signal)).items,
    staleTime: AT_REST,
    retry: false,
  });
}

/** The last answer about the same folder stays while the next one comes. */
const keepFolder = (path: string) => {
  return <T>(before: T | undefined, query: { queryKey: readonly unknown[] } | undefined): T | undefined =>
    query?.queryKey[3] === path ? before : undefined;
};

export function useFolder(root: string, path: string) {
  const client = useClient();
  return useQuery({
    queryKey: keys.floatPart(root, 'folder', path),
    queryFn: ({ signal }) => client.call('float.folder', { root, path }, signal),
    retry: false,
  });
}

/** The context of a folder as it would be built now, with the file as it stands. */
export function useContextFile(root: string, path: string, tier: Tier) {
  const client = useClient();
  return useQuery({
    queryKey: keys.floatPart(root, 'context', path, tier),
    queryFn: ({ signal }) => client.call('float.context', { root, path, tier }, signal),
    placeholderData: keepFolder(path),
    retry: false,
  });
}

/** What is wrong with files on the disk. Hashing all inputs takes its time, so it is asked for once and after each build. */
export function useFileCheck(root: string, wanted: boolean) {
  const client = useClient();
  return useQuery({
    queryKey: keys.floatFiles(root),
    queryFn: async ({ signal }) => (await client.call('float.validate', { root }, signal)).items,
    enabled: wanted,
    staleTime: AT_REST,
    retry: false,
  });
}

/** Decisions of a folder and below, or of the whole project (null). */
export function useDecisions(root: string, path: string | null) {
  const client = useClient();
  return useQuery({
    queryKey: keys.floatPart(root, 'decisions', path),
    queryFn: async ({ signal }) => (await client.call('float.decisions', { root, ...(path !== null && { path }) }, signal)).items,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

export function useFloatGraph(root: string, path: string, tier: Tier) {
  const client = useClient();
  return useQuery({
    queryKey: keys.floatPart(root, 'graph', path, tier),
    queryFn: ({ signal }) => client.call('float.graph', { root, path, tier }, signal),
    placeholderData: keepFolder(path),
    retry: false,
  });
}

/** The contexts that a change would make stale; nothing is asked while nothing is about to change. */
export function useWouldRebuild(root: string, change: FloatChange | null) {
  const client = useClient();
  return useQuery({
    queryKey: keys.floatPart(root, 'would', change?.on, change),
    queryFn: async ({ signal }) =>
      (await client.call('float.wouldRebuild', { root, change: change ?? { on: '/', type: 'subtree', id: '' } }, signal)).paths,
    enabled: change !== null,
    placeholderData: keepFolder(change?.on ?? ''),
    retry: false,
  });
}

/** The newest builds of a file, at most this many. */
export function useBuilds(root: string, path: string, tier: Tier, limit: number) {
  const client = useClient();
  return useQuery({
    queryKey: keys.floatPart(root, 'builds', path, tier, limit),
    queryFn: ({ signal }) => client.call('float.builds', { root, path, tier, limit }, signal),
    placeholderData: keepFolder(path),
    retry: false,
  });
}

/** Two builds of one file word by word; `now` is what would be built now. */
export function useBuildDiff(root: string, file: { path: string; tier: Tier }, pair: readonly [string, string] | null) {
  const client = useClient();
  const [a, b] = pair ?? ['', ''];
  return useQuery({
    queryKey: keys.floatPart(root, 'diff', file.path, file.tier, a, b),
    queryFn: ({ signal }) => client.call('float.diff', { root, ...file, a, b }, signal),
    enabled: pair !== null,
    retry: false,
  });
}

type FloatMethod = Extract<Method, `float.${string}`>;

/** After these the files on the disk are others. */
const WRITES_FILES: ReadonlySet<FloatMethod> = new Set(['float.build', 'float.init']);

/** A call that changes something of a project. What is on screen of it is asked for again, without waiting for a notification. */
export function useFloatCall<M extends FloatMethod>(method: M) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Input<M>) => client.call(method, input),
    onSettled: async (_answer, _error, input) => {
      if (!('root' in input)) return;
      if (WRITES_FILES.has(method)) void queries.invalidateQueries({ queryKey: keys.floatFiles(input.root) });
      if (method === 'float.init' || method === 'float.open') void queries.invalidateQueries({ queryKey: keys.floatProjects });
      await queries.invalidateQueries({ queryKey: keys.float(input.root) });
    },
  });
}

/** The folders as they are known now, for who reports what a change made of them. */
export function useKnownFolders(root: string) {
  const queries = useQueryClient();
  return (): readonly FloatFolder[] => queries.getQueryData(keys.floatPart(root, 'folders')) ?? [];
}
