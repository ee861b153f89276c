import { type FSWatcher, watch } from 'node:fs';

/** Milliseconds in which writes count as one: a commit touches the file and its journal. */
const TOGETHER = 80;

/** Tells when a process writes to the annotations of `home`. Where folders cannot be watched, only what this process writes is told. */
export function watchAnnotations(home: string, notice: () => void): { close(): void } {
  let timer: NodeJS.Timeout | null = null;
  const heard = (name: string | null): void => {
    if (name?.startsWith('annotations.db') !== true || timer !== null) return;
    timer = setTimeout(() => {
      timer = null;
      notice();
    }, TOGETHER);
    timer.unref();
  };
  const watcher = open(home, heard);
  return {
    close() {
      watcher?.close();
      if (timer !== null) clearTimeout(timer);
    },
  };
}

const open = (home: string, heard: (name: string | null) => void): FSWatcher | null => {
  try {
    const watcher = watch(home, { persistent: false }, (_event, name) => heard(name));
    // A folder that goes away ends the watch, and not the app.
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return null;
  }
};
