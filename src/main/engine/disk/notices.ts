import { type FSWatcher, watch } from 'node:fs';

/** Milliseconds in which writes count as one: a commit touches a file and its journal. */
const TOGETHER = 80;

/**
 * Tells when a process changes something in a folder whose name is meant; folders below are not looked into. Where folders cannot be watched,
 * no change is reported.
 */
export function watchFolder(folder: string, isMeant: (name: string | null) => boolean, notice: () => void): { close(): void } {
  let timer: NodeJS.Timeout | null = null;
  const told = (name: string | null): void => {
    if (!isMeant(name) || timer !== null) return;
    timer = setTimeout(() => {
      timer = null;
      notice();
    }, TOGETHER);
    timer.unref();
  };
  const watcher = open(folder, told);
  return {
    close() {
      watcher?.close();
      if (timer !== null) clearTimeout(timer);
    },
  };
}

const open = (folder: string, told: (name: string | null) => void): FSWatcher | null => {
  try {
    const watcher = watch(folder, { persistent: false }, (_event, name) => told(name));
    // A folder that goes away ends the watch, and not the app.
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return null;
  }
};
