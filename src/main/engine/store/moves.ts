import { closeSync, fsyncSync, openSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { codeOf, syncFolder, writeAll } from '../disk/disk.ts';

/** A workspace that is bound to another directory than the one it was made for. */
interface Move {
  at: string;
  /** Name of the workspace's folder, which stays where it is: tapes, notes and refs know it by its path. */
  folder: string;
  from: string;
  to: string;
  who: string;
}

/** What all moves of a home come to. */
export interface Moves {
  /** Names of folders, by the directory that they were moved to. */
  folders: ReadonlyMap<string, string>;
  /** Directories, by the name of the folder that is bound to them. */
  roots: ReadonlyMap<string, string>;
  /** How many workspaces a directory has lost: its next one needs another folder. */
  left: ReadonlyMap<string, number>;
}

/** Moves, a JSON object a line, the newest last. Lines are only ever appended. */
const movesFile = (home: string): string => join(home, 'moves');

/** A home in which nothing was moved has no such file. A line that is none, such as one that a crash cut short, moves nothing. */
export function movesIn(home: string): Moves {
  const folders = new Map<string, string>();
  const roots = new Map<string, string>();
  const left = new Map<string, number>();
  for (const { folder, from, to } of textOf(home).split('\n').flatMap(moveOf)) {
    folders.delete(from);
    folders.set(to, folder);
    roots.set(folder, to);
    left.set(from, (left.get(from) ?? 0) + 1);
  }
  return { folders, roots, left };
}

const textOf = (home: string): string => {
  try {
    return readFileSync(movesFile(home), 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  }
};

const moveOf = (line: string): Pick<Move, 'folder' | 'from' | 'to'>[] => {
  try {
    const { folder, from, to } = JSON.parse(line) as Partial<Record<keyof Move, unknown>>;
    if (typeof folder !== 'string' || typeof from !== 'string' || typeof to !== 'string') return [];
    return folder.startsWith('workspace-') && folder === basename(folder) ? [{ folder, from, to }] : [];
  } catch {
    return [];
  }
};

/** Durable when it returns. Throws what the file system throws. */
export function noteMove(home: string, move: Move): void {
  const torn = !/(^|\n)$/.test(textOf(home));
  const file = openSync(movesFile(home), 'a');
  try {
    writeAll(file, Buffer.from(`${torn ? '\n' : ''}${JSON.stringify(move)}\n`));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  syncFolder(home);
}
