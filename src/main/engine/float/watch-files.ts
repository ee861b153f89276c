import { readFileSync, type Stats } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import { codeOf } from '../store/disk.ts';
import { ALWAYS, isIgnored, RULE_FILES, type Rules, withRules } from './ignore.ts';

export interface FileWatch {
  close(): Promise<void>;
}

export interface FileWatchOptions {
  /** Something that a scan would look at has changed; called for each file and folder. */
  changed: () => void;
  failed: (message: string) => void;
}

/** Where folders cannot be watched, the project is looked at this often, in ms. */
const LOOK = 10_000;

/** Watches all that a scan looks at, and nothing else. Resolves when nothing is missed any more. */
export const watchFiles = async (root: string, { changed, failed }: FileWatchOptions): Promise<FileWatch> => {
  let watcher: FSWatcher | null = null;
  let closed = false;
  let looking: NodeJS.Timeout | null = null;
  const blind = (failure: unknown): void => {
    if (looking !== null || closed) return;
    failed(`Not all folders can be watched (${codeOf(failure) || 'unknown'}): the project is looked at every ten seconds instead.`);
    looking = setInterval(changed, LOOK);
  };
  const open = async (): Promise<void> => {
    const next = watch(root, { ignored: createIgnored(root), ignoreInitial: true, followSymlinks: false, persistent: true });
    watcher = next;
    next.on('error', blind);
    next.on('all', (_, path) => {
      changed();
      if (isRuleFile(path)) reopen(next);
    });
    await new Promise<void>((resolve) => next.once('ready', resolve));
  };
  /** With other rules other folders are to be watched. */
  const reopen = (old: FSWatcher): void => {
    if (watcher !== old || closed) return;
    void open().then(async () => {
      changed();
      await old.close();
      if (closed) await watcher?.close();
    }, blind);
  };
  await open();
  return {
    async close() {
      closed = true;
      if (looking !== null) clearInterval(looking);
      await watcher?.close();
    },
  };
};

const isRuleFile = (path: string): boolean => RULE_FILES.some((name) => name === basename(path));

const readText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

/** What the walk of a scan would leave out. Rules are read once for each folder; a change of theirs makes a new one of these. */
const createIgnored = (root: string): ((path: string, stats?: Stats) => boolean) => {
  const known = new Map<string, Rules | null>();
  /** `folder` without slashes at its ends, '' for the project. */
  const rulesOf = (folder: string): Rules | null => {
    const found = known.get(folder);
    if (found !== undefined) return found;
    const above = folder === '' ? null : rulesOf(folder.slice(0, Math.max(0, folder.lastIndexOf('/'))));
    const texts = RULE_FILES.map((name) => readText(join(root, folder, name)));
    const rules = withRules(
      above,
      folder === '' ? '' : `${folder}/`,
      folder === '' ? [readText(join(root, '.git/info/exclude')), ...texts] : texts,
    );
    known.set(folder, rules);
    return rules;
  };
  return (path, stats) => {
    const way = relative(root, path).split(sep).join('/');
    if (way === '' || way.startsWith('..')) return false;
    if (ALWAYS.has(basename(way))) return true;
    // What is no file and no folder is not a part of the project; without stats it is asked about again.
    if (stats !== undefined && !stats.isFile() && !stats.isDirectory()) return true;
    const slash = way.lastIndexOf('/');
    return isIgnored(rulesOf(way.slice(0, Math.max(0, slash))), stats?.isDirectory() ? `${way}/` : way);
  };
};
