import { type Dirent, existsSync, type FSWatcher, readdirSync, realpathSync, statSync, watch } from 'node:fs';
import { join, sep } from 'node:path';
import { isCandidate } from './scan.ts';

interface Options {
  /** Told of a log that was written to, and of a folder that is new or gone. */
  notice: (path: string) => void;
  /** Told of a log that a link leads to: what is written there shows in no folder of the root. */
  linked: (path: string) => void;
  /** Told that there is nothing to watch any more. */
  ended: () => void;
  complain: (failure: unknown) => void;
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

const entriesOf = (folder: string): Dirent[] => {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // It is gone, or may not be read: reading says so.
    return [];
  }
};

/** Watches a folder with all that is below it from the call on: one handle for each folder, none for any file. */
export const watchTree = (root: string, { notice, linked, ended, complain }: Options): { close(): void } => {
  const top = realpathSync(root);
  const watchers = new Map<string, FSWatcher>();
  const close = (): void => {
    for (const watcher of watchers.values()) watcher.close();
    watchers.clear();
  };

  const drop = (folder: string): void => {
    for (const [path, watcher] of watchers) {
      if (path !== folder && !path.startsWith(folder + sep)) continue;
      watcher.close();
      watchers.delete(path);
    }
  };
  const heard = (folder: string, name: string | null): void => {
    if (name === null) {
      notice(folder);
      return;
    }
    const path = join(folder, name);
    if (isCandidate(name)) notice(path);
    if (watchers.has(path) && !isFolder(path)) {
      drop(path);
      notice(path);
    } else if (!watchers.has(path) && isFolder(path)) {
      spread(path);
      notice(path);
    }
  };
  const hold = (folder: string): boolean => {
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => {
        if (existsSync(folder)) {
          heard(folder, name);
          return;
        }
        drop(folder);
        notice(folder);
        if (folder === top) {
          close();
          ended();
        }
      });
      watcher.on('error', (failure) => {
        drop(folder);
        if (existsSync(folder)) complain(failure);
      });
      watchers.set(folder, watcher);
      return true;
    } catch (failure) {
      if (existsSync(folder)) complain(failure);
      return false;
    }
  };
  const link = (path: string): void => {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory()) spread(realpathSync(path));
    else if (found?.isFile() && isCandidate(path)) linked(realpathSync(path));
  };
  /** Each folder is watched before it is looked into, so that nothing new slips through. Links that lead in a circle end where they began. */
  const spread = (folder: string): void => {
    if (watchers.has(folder) || !hold(folder)) return;
    for (const entry of entriesOf(folder)) {
      if (entry.isDirectory()) spread(join(folder, entry.name));
      else if (entry.isSymbolicLink()) link(join(folder, entry.name));
    }
  };
  spread(top);
  return { close };
};
