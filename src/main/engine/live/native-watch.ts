import { existsSync, type FSWatcher, watch } from 'node:fs';
import { basename, join } from 'node:path';
import { isWorkspaceName, workspaceOf } from '../sources/native-folders.ts';
import { folders } from '../store/places.ts';

/** Watches native tapes: one handle for the folder of each tape and for the folders that tapes appear in, none for any file. */
export interface NativeWatch {
  /** A home full of workspaces, or any folder in a workspace, which is then watched whole. False where that is so already. */
  add(root: string): boolean;
  remove(root: string): void;
  close(): void;
}

/** A commit can be read a while after its last byte was written, so a look at the first sign is followed by more, each so long after the one before. */
const AGAIN = [120, 500, 2000, 8000];

/** What is written whenever something is committed. */
const INDEX: ReadonlySet<string> = new Set(['index.db', 'index.db-wal']);

/** What makes a folder a workspace or a tape, or holds more of them. */
const LAYOUT: ReadonlySet<string> = new Set(['sessions', 'forks', 'anchors', 'archive', 'config.json', 'fork.json']);

type Listing = (folder: string, visit: (below: string, list: Listing | null) => void) => void;

/** The folders to watch in a home, a workspace, a session: each names those below it. */
const inHome: Listing = (home, visit) => {
  for (const name of folders(home)) if (isWorkspaceName(name)) visit(join(home, name), inWorkspace);
};
const inWorkspace: Listing = (workspace, visit) => {
  inSession(workspace, visit);
  if (existsSync(join(workspace, 'sessions'))) visit(join(workspace, 'sessions'), inSessions);
};
const inSessions: Listing = (sessions, visit) => {
  for (const name of folders(sessions)) visit(join(sessions, name), inSession);
};
const inSession: Listing = (session, visit) => {
  if (existsSync(join(session, 'forks'))) visit(join(session, 'forks'), inForks);
};
const inForks: Listing = (forks, visit) => {
  for (const name of folders(forks)) visit(join(forks, name), null);
};

/** `notice` is told a tape's index, or a folder in which something new may be. */
export function createNativeWatch(notice: (path: string) => void, complain: (failure: unknown) => void): NativeWatch {
  const roots = new Map<string, Listing>();
  const watchers = new Map<string, FSWatcher>();
  const later = new Map<string, NodeJS.Timeout>();

  const noticeUntilSettled = (path: string, [wait, ...rest]: readonly number[] = AGAIN): void => {
    notice(path);
    clearTimeout(later.get(path));
    later.delete(path);
    if (wait === undefined) return;
    const timer = setTimeout(() => noticeUntilSettled(path, rest), wait);
    timer.unref();
    later.set(path, timer);
  };

  const heard = (folder: string, root: string, name: string | null): void => {
    if (name !== null && INDEX.has(name)) noticeUntilSettled(join(folder, 'index.db'));
    else if (name === null || LAYOUT.has(name) || isShelf(folder, root)) {
      noticeUntilSettled(folder);
      spread(root, true);
    }
  };

  /** Folders whose every name is a tape or a workspace. */
  const isShelf = (folder: string, root: string): boolean =>
    basename(folder) === 'sessions' || basename(folder) === 'forks' || (folder === root && roots.get(root) === inHome);

  const drop = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };

  const hold = (folder: string, root: string): void => {
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => {
        if (existsSync(folder)) return heard(folder, root, name);
        drop(folder);
        notice(folder);
      });
      watcher.on('error', (failure) => {
        drop(folder);
        if (existsSync(folder)) complain(failure);
      });
      watchers.set(folder, watcher);
    } catch (failure) {
      if (existsSync(folder)) complain(failure);
    }
  };

  /** Watches every folder that is not watched yet, each before it looks into it, so that nothing new slips through. */
  const spread = (root: string, tell: boolean): void => {
    const visit = (folder: string, list: Listing | null): void => {
      if (!watchers.has(folder)) {
        hold(folder, root);
        if (tell) noticeUntilSettled(folder);
      }
      list?.(folder, visit);
    };
    const list = roots.get(root);
    if (list) visit(root, list);
  };

  return {
    add(path) {
      const workspace = workspaceOf(path);
      const root = workspace ?? path;
      if (roots.has(root) || (workspace !== null && watchers.has(workspace))) return false;
      roots.set(root, workspace === null ? inHome : inWorkspace);
      spread(root, false);
      return true;
    },
    remove(root) {
      roots.delete(root);
      for (const folder of [...watchers.keys()]) if (folder === root || folder.startsWith(join(root, '/'))) drop(folder);
    },
    close() {
      for (const folder of [...watchers.keys()]) drop(folder);
      for (const timer of later.values()) clearTimeout(timer);
      later.clear();
    },
  };
}
