import type { Stats } from 'node:fs';
import { basename, dirname, relative, sep } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import { codeOf } from '../disk/disk.ts';
import { ALWAYS, isIgnored, RULE_FILES } from './ignore.ts';
import { parentOf, ROOT } from './paths.ts';
import type { RulesOf } from './rules-of.ts';

export interface FileWatch {
  close(): Promise<void>;
}

export interface FileWatchOptions {
  /** Something that a scan would look at has changed: a file in this folder, or with null the folders themselves or what is left out. */
  changed: (folder: string | null) => void;
  /** The rules of a folder with those above it, as they are when asked for. */
  rulesOf: RulesOf;
  failed: (message: string) => void;
  /** Who gives up need not wait until nothing is missed. */
  signal: AbortSignal;
}

/** Where folders cannot be watched, the project is looked at this often, in ms. */
const LOOK = 10_000;

/** Watches all that a scan looks at, and nothing else. Resolves when nothing is missed any more. */
export async function watchFiles(root: string, { changed, failed, rulesOf, signal }: FileWatchOptions): Promise<FileWatch> {
  let watcher: FSWatcher | null = null;
  let closed = false;
  let looking: NodeJS.Timeout | null = null;
  const blind = (failure: unknown): void => {
    if (looking !== null || closed) return;
    failed(`Not all folders can be watched (${codeOf(failure) || 'unknown'}): the project is looked at every ten seconds instead.`);
    looking = setInterval(() => changed(null), LOOK);
  };
  const open = async (): Promise<void> => {
    const next = watch(root, { ignored: createIgnored(root, rulesOf), ignoreInitial: true, followSymlinks: false, persistent: true });
    watcher = next;
    next.on('error', blind);
    next.on('all', (event, path) => {
      const rules = isRuleFile(path);
      if (rules) rulesOf.forget();
      changed(rules || event.endsWith('Dir') ? null : folderOf(dirname(path)));
      if (rules) reopen(next);
    });
    await new Promise<void>((resolve) => {
      next.once('ready', resolve);
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  };
  /** With other rules other folders are to be watched. */
  const reopen = (old: FSWatcher): void => {
    if (watcher !== old || closed) return;
    void open().then(async () => {
      changed(null);
      await old.close();
      if (closed) await watcher?.close();
    }, blind);
  };
  const folderOf = (path: string): string => `/${relative(root, path).split(sep).join('/')}`;
  await open();
  return {
    async close() {
      closed = true;
      if (looking !== null) clearInterval(looking);
      await watcher?.close();
    },
  };
}

const isRuleFile = (path: string): boolean => RULE_FILES.some((name) => name === basename(path));

/** What the walk of a scan would leave out. */
const createIgnored = (root: string, rulesOf: RulesOf): ((path: string, stats?: Stats) => boolean) => {
  return (path, stats) => {
    const way = relative(root, path).split(sep).join('/');
    if (way === '' || way.startsWith('..')) return false;
    if (ALWAYS.has(basename(way))) return true;
    // What is not a file and no folder is not a part of the project; without stats it is asked about again.
    if (stats !== undefined && !stats.isFile() && !stats.isDirectory()) return true;
    return isIgnored(rulesOf(parentOf(`/${way}`) ?? ROOT), stats?.isDirectory() ? `${way}/` : way);
  };
};
