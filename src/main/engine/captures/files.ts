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

/** The files in a folder and in folders below it, `depth` levels deep; links are not followed. Throws what reading the folder itself throws. */
export function filesIn(folder: string, depth = 32): OwnFiles {
  return {
    paths: pathsBelow(folder, '', depth),
    read: (path) => quietly(() => readFileSync(join(folder, path))),
    modified: (path) => quietly(() => statSync(join(folder, path)).mtimeMs) ?? 0,
  };
}
