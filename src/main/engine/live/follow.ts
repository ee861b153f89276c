import { existsSync, type FSWatcher as FolderWatcher, statSync, watch as watchFolder } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { databaseOf, isDatabaseName, rowTapeAt } from '../bytes/row-place.ts';
import { sessionFiles, sessionHead } from '../bytes/session-files.ts';
import { threadAt } from '../exchanges/place.ts';
import { sourceAt } from '../sources/index.ts';
import type { Source } from '../sources/source.ts';
import { watchTree } from './folder-watch.ts';
import { createNativeWatch } from './native-watch.ts';

/** Watches what may change: the places of the settings whole, of everything else only the folders of opened files and workspaces. */
export interface Follower {
  /** Every place that exists is watched when this returns; one that does not is looked for until it does. `homes` hold workspaces, the others logs. */
  roots(paths: readonly string[], homes?: readonly string[]): void;
  files(paths: readonly string[]): void;
  close(): Promise<void>;
}

export interface FollowOptions {
  /** Called with files and folders that are new or were written to; not again before it has resolved. */
  changed: (paths: string[]) => Promise<void>;
  /** Called when files were removed. */
  gone: () => void;
}

/** A writer writes several lines at a time: they are taken together. */
const QUIET = 20;
/** How often a place that does not exist is looked for. Watching its parent instead could mean watching a whole home. */
const LOOK = 1000;

const complain = (failure: unknown): void =>
  console.error(`Cannot follow what is written: ${failure instanceof Error ? failure.message : String(failure)}`);

/** What a timer or a watcher calls has nobody who could catch what it throws. */
const orComplain = (act: () => void): boolean => {
  try {
    act();
    return true;
  } catch (failure) {
    complain(failure);
    return false;
  }
};

/** Collects paths and hands them on when it has been quiet for a moment, one batch at a time. */
const createBatches = ({ changed, gone }: FollowOptions) => {
  const dirty = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  let working: Promise<void> | null = null;
  let closed = false;
  const flush = (): void => {
    timer = null;
    if (working) return;
    const paths = [...dirty];
    dirty.clear();
    const there = paths.filter((path) => existsSync(path));
    if (there.length < paths.length) orComplain(gone);
    if (there.length === 0) return;
    working = changed(there)
      .catch(complain)
      .finally(() => {
        working = null;
        if (dirty.size > 0) soon();
      });
  };
  const soon = (): void => {
    if (!closed) timer ??= setTimeout(flush, QUIET);
  };
  return {
    notice(path: string) {
      dirty.add(path);
      soon();
    },
    async close() {
      closed = true;
      if (timer) clearTimeout(timer);
      await working;
    },
  };
};

/** Follows single tapes of one kind of source. */
interface Watch {
  /** False where it is followed already. */
  add(path: string): boolean;
  close(): void;
}

/** Single files, by their folders: narrow, and nothing is missed from the moment of the call. */
const createFileWatch = (notice: (path: string) => void, meant: (path: string) => string | null = () => null) => {
  const folders = new Map<string, { watcher: FolderWatcher; names: Set<string> }>();
  const begin = (folder: string): void => {
    const names = new Set<string>();
    const watcher = watchFolder(folder, { persistent: false }, (_, name) => {
      const head = name === null ? null : meant(join(folder, name));
      if (head !== null) notice(head);
      else for (const one of name === null ? names : names.has(name) ? [name] : []) notice(join(folder, one));
    });
    watcher.on('error', complain);
    folders.set(folder, { watcher, names });
  };
  const add = (path: string): boolean => {
    const folder = dirname(path);
    if (folders.get(folder)?.names.has(basename(path))) return false;
    if (!folders.has(folder) && !orComplain(() => begin(folder))) return false;
    folders.get(folder)?.names.add(basename(path));
    return true;
  };
  return {
    add,
    close: () => {
      for (const { watcher } of folders.values()) watcher.close();
    },
  };
};

/** Databases, by what SQLite writes when something is committed: the file, the log of writes, or the journal, which is then removed. */
const createDatabaseWatch = (notice: (path: string) => void): Watch => {
  const files = createFileWatch((path) => notice(databaseOf(path) ?? path));
  return {
    add(path) {
      const file = rowTapeAt(path)?.file ?? path;
      for (const end of ['-wal', '-journal']) files.add(file + end);
      return files.add(file);
    },
    close: files.close,
  };
};

/** Captured requests, by the file that holds them. What an agent writes into a folder of them is read when that is opened again, or with the next start. */
const createCaptureWatch = (notice: (path: string) => void): Watch => {
  const files = createFileWatch(notice);
  return {
    add(path) {
      const container = threadAt(path)?.container;
      return container !== undefined && statSync(container).isFile() && files.add(container);
    },
    close: files.close,
  };
};

/** Documents, by whatever is written in the folders of their sessions. */
const createDocumentWatch = (notice: (path: string) => void): Watch => {
  const heads = new Set<string>();
  const files = createFileWatch(notice, (path) => {
    const head = sessionHead(path);
    return head !== null && heads.has(head) ? head : null;
  });
  return {
    add(path) {
      if (sessionHead(path) === path) heads.add(path);
      for (const other of sessionFiles(path) ?? []) if (other !== path) files.add(other);
      return files.add(path);
    },
    close: files.close,
  };
};

/** Nothing is watched until it is named. What cannot be watched is told on stderr and goes unfollowed. */
export function createFollower(options: FollowOptions): Follower {
  const batches = createBatches(options);
  const natives = createNativeWatch(batches.notice, complain);
  const files = createFileWatch(batches.notice);
  const databases = createDatabaseWatch(batches.notice);
  const documents = createDocumentWatch(batches.notice);
  const watches = {
    ...{ captures: createCaptureWatch(batches.notice), log: files, 'json-document': documents, 'tape-folder': natives, sqlite: databases },
  } satisfies Record<Source['id'], Watch>;
  const watchers = new Map<string, { close(): void }>();
  const missing = new Set<string>();
  let tapeHomes: readonly string[] = [];
  const watchHome = (home: string) => {
    natives.add(home);
    return { close: () => natives.remove(home) };
  };
  const watchLogs = (root: string) =>
    watchTree(root, {
      notice: batches.notice,
      linked: (path) => void (isDatabaseName(path) ? watches.sqlite : watches.log).add(path),
      // It may come back.
      ended: () => watchers.delete(root) && missing.add(root),
      complain,
    });
  const watchDatabase = (file: string): Watch => {
    const watch = createDatabaseWatch(batches.notice);
    watch.add(file);
    return watch;
  };
  const watchRoot = (root: string): { close(): void } => {
    if (tapeHomes.includes(root)) return watchHome(root);
    return isDatabaseName(root) && statSync(root).isFile() ? watchDatabase(root) : watchLogs(root);
  };
  const begin = (root: string): void => {
    try {
      watchers.set(root, watchRoot(root));
    } catch (failure) {
      complain(failure);
    }
  };
  const look = setInterval(() => {
    for (const root of missing) {
      if (!existsSync(root)) continue;
      missing.delete(root);
      begin(root);
      // What was written before it was watched.
      batches.notice(root);
    }
  }, LOOK);
  look.unref();
  return {
    roots(logs, homes = []) {
      const paths = [...logs, ...homes];
      tapeHomes = homes;
      missing.clear();
      for (const [root, watcher] of watchers) {
        if (paths.includes(root)) continue;
        watchers.delete(root);
        watcher.close();
      }
      for (const root of paths) {
        if (!existsSync(root)) missing.add(root);
        else if (!watchers.has(root)) begin(root);
      }
    },
    files(paths) {
      const inRoot = (path: string): boolean => [...watchers.keys()].some((root) => path.startsWith(root + sep));
      // What was written between the reading and this moment is noticed by looking again.
      for (const path of paths) {
        if (inRoot(path)) continue;
        if (watches[sourceAt(path).id].add(path)) batches.notice(path);
      }
    },
    async close() {
      clearInterval(look);
      for (const watch of Object.values(watches)) watch.close();
      await batches.close();
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}
