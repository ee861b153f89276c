import { type Dirent, existsSync, type FSWatcher, lstatSync, readdirSync, realpathSync, statSync, watch } from 'node:fs';
import { join, sep } from 'node:path';
import { databaseOf, isDatabaseName } from '../bytes/row-place.ts';
import { sessionHead } from '../bytes/session-files.ts';
import { isAbove } from '../disk/above.ts';
import { isCandidate } from '../sources/candidates.ts';

interface Options {
  /** Receives a log that was written to, and a folder that is new or gone. */
  notice: (path: string) => void;
  /** Receives a log that a link leads to: what is written there shows in no folder of the root. */
  linked: (path: string) => void;
  /** Called when there is nothing to watch any more. */
  ended: () => void;
  complain: (failure: unknown) => void;
}

/** What a look at the disk finds; null where there is nothing, a link leads nowhere or in a circle, or nobody may look. */
const look = <T>(how: () => T): T | null => {
  try {
    return how();
  } catch {
    return null;
  }
};

/** A folder that was removed and made again has the same path, often the same number, and is another one. */
const identityOf = (folder: string): string | null => {
  const found = look(() => statSync(folder, { bigint: true }));
  return found?.isDirectory() ? `${found.dev}:${found.ino}:${found.birthtimeNs}` : null;
};

const entriesOf = (folder: string): Dirent[] => {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // It is gone, or may not be read: reading says so.
    return [];
  }
};

/** Watches a folder with all that is below it from the call on: one handle for each folder, none for any file. */
export function watchTree(root: string, { notice, linked, ended, complain }: Options): { close(): void } {
  const top = realpathSync(root);
  const watchers = new Map<string, { watcher: FSWatcher; identity: string }>();
  let complained = false;
  const close = (): void => {
    for (const { watcher } of watchers.values()) watcher.close();
    watchers.clear();
  };

  const drop = (folder: string): void => {
    for (const [path, { watcher }] of watchers) {
      if (path !== folder && !path.startsWith(folder + sep)) continue;
      watcher.close();
      watchers.delete(path);
    }
  };
  const notified = (folder: string, name: string | null): void => {
    if (name === null) {
      notice(folder);
      return;
    }
    const path = join(folder, name);
    const database = databaseOf(name);
    const head = sessionHead(path);
    if (head !== null) notice(head);
    else if (isCandidate(path) || isDatabaseName(name)) notice(path);
    else if (database !== null) notice(join(folder, database));
    const held = watchers.get(path);
    if (held !== undefined) {
      if (identityOf(path) !== held.identity) replaced(path);
      return;
    }
    const found = look(() => lstatSync(path));
    if (found?.isDirectory()) spread(path);
    else if (!found?.isSymbolicLink() || !link(path)) return;
    notice(path);
  };
  /** It is gone, or another folder has its path. */
  const replaced = (folder: string): void => {
    drop(folder);
    notice(folder);
    if (identityOf(folder) !== null) spread(folder);
    else if (folder === top) {
      close();
      ended();
    }
  };
  const refused = (folder: string, failure: unknown): void => {
    drop(folder);
    if (complained || !existsSync(folder)) return;
    // What one folder is refused is mostly refused to all: a thousand would fill the terminal.
    complained = true;
    complain(failure);
  };
  const hold = (folder: string): boolean => {
    const identity = identityOf(folder);
    if (identity === null) return false;
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => {
        if (identityOf(folder) === identity) notified(folder, name);
        else replaced(folder);
      });
      watcher.on('error', (failure) => refused(folder, failure));
      watchers.set(folder, { watcher, identity });
      return true;
    } catch (failure) {
      refused(folder, failure);
      return false;
    }
  };
  /** Whether it leads to something to follow. */
  const link = (path: string): boolean => {
    const real = look(() => realpathSync(path));
    const found = real === null ? null : look(() => statSync(real));
    if (real === null || found === null) return false;
    if (found.isDirectory()) {
      // As in a scan: a link to `/` would mean a handle for each folder of the disk.
      if (isAbove(real, top)) return false;
      spread(real);
    } else if (isCandidate(path) || isDatabaseName(path)) linked(real);
    else return false;
    return true;
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
}
