import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { OwnFiles } from '../formats/wiring.ts';

/** A file that cannot be read is as good as none. */
const quietly = <T>(read: () => T): T | null => {
  try {
    return read();
  } catch {
    return null;
  }
};

const pathsBelow = (folder: string, prefix: string, depth: number): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${prefix}${entry.name}`;
    if (entry.isFile()) return [path];
    return entry.isDirectory() && depth > 1 ? (quietly(() => pathsBelow(join(folder, entry.name), `${path}/`, depth - 1)) ?? []) : [];
  });

/** What was made of files, with what shows that they are still the same. */
export type Made = Map<string, { stamp: string; value: unknown }>;

/**
 * The files in a folder and in folders below it, `depth` levels deep; links are not followed. `made` is kept by whoever asks again once the folder has
 * grown. Throws what reading the folder itself throws.
 */
export function filesIn(folder: string, depth = 32, made: Made = new Map()): OwnFiles {
  const stampOf = (path: string): string | null =>
    quietly(() => {
      const { ino, size, mtimeMs } = statSync(join(folder, path));
      return `${ino}:${size}:${mtimeMs}`;
    });
  return {
    paths: pathsBelow(folder, '', depth),
    read: (path) => quietly(() => readFileSync(join(folder, path))),
    modified: (path) => quietly(() => statSync(join(folder, path)).mtimeMs) ?? 0,
    once<T>(name: string, paths: readonly string[], make: () => T): T {
      // A payload within a file goes by the path of that file, and a name of its own.
      const stamps = paths.map((path) => stampOf(path) ?? stampOf(path.slice(0, path.lastIndexOf('#'))));
      if (stamps.includes(null)) return make();
      const stamp = stamps.join(' ');
      const known = made.get(name);
      const value = known?.stamp === stamp ? (known.value as T) : make();
      made.set(name, { stamp, value });
      return value;
    },
  };
}
