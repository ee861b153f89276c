import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { folders, placeOf } from '../store/places.ts';
import type { Seen } from './sources.ts';

/** Where native tapes lie: a workspace is the folder of its session `main` and holds those of all others (store/places.ts). */

const CONFIG = 'config.json';

const isWorkspace = (folder: string): boolean => basename(folder).startsWith('workspace-') && existsSync(join(folder, CONFIG));

/** The workspace that a path lies in or is; null where it lies in none. Looks only at folders that are called like one. */
export const workspaceOf = (path: string): string | null => {
  for (let at = path; ; at = dirname(at)) {
    if (isWorkspace(at)) return at;
    if (at === dirname(at)) return null;
  }
};

/** Whether a folder holds a native tape. A fork that has no entry of its own yet is one. */
export const isTapeFolder = (path: string): boolean => {
  const place = path.endsWith('.jsonl') ? null : placeOf(path);
  return place !== null && existsSync(join(path, place.which.fork === null ? 'anchors' : 'fork.json'));
};

const named = (parent: string, name: string): string[] => folders(join(parent, name)).map((each) => join(parent, name, each));

const withForks = (session: string): string[] => [session, ...named(session, 'forks')];

/** The folders of all tapes of a workspace: each session before its forks. */
const tapesOf = (workspace: string): string[] => [workspace, ...named(workspace, 'sessions')].flatMap(withForks).filter(isTapeFolder);

/**
 * The tapes that a path stands for: all of a workspace, a session with its forks, a fork with its session. A file inside of a tape stands
 * for that tape alone, so that a write costs a look at one. Null for a path outside of workspaces.
 */
export const tapesAt = (path: string): string[] | null => {
  const workspace = workspaceOf(path);
  if (workspace === null) return null;
  const parts = relative(workspace, path).split(sep).filter(Boolean);
  if (parts.length === 0 || (parts.length === 1 && parts[0] === 'sessions')) return tapesOf(workspace);
  const session = parts[0] === 'sessions' ? join(workspace, ...parts.slice(0, 2)) : workspace;
  const inside = parts[0] === 'sessions' ? parts.slice(2) : parts;
  if (inside.length === 0 || (inside.length === 1 && inside[0] === 'forks')) return withForks(session).filter(isTapeFolder);
  if (inside[0] !== 'forks') return [session].filter(isTapeFolder);
  const fork = join(session, ...inside.slice(0, 2));
  return (inside.length === 2 ? [fork, session] : [fork]).filter(isTapeFolder);
};

/**
 * What shows cheaply that a tape was written to: its index and the log of that. An empty log is none: reading makes one. `size` is
 * about what a first reading weighs, and grows with it.
 */
export const seenOf = (folder: string): Seen => {
  const index = statSync(join(folder, 'index.db'), { throwIfNoEntry: false });
  const log = statSync(join(folder, 'index.db-wal'), { throwIfNoEntry: false });
  const logged = log !== undefined && log.size > 0 ? log : null;
  const sizes = [index?.size ?? 0, logged?.size ?? 0] as const;
  return {
    size: sizes[0] + sizes[1],
    mtime: Math.max(index?.mtimeMs ?? 0, logged?.mtimeMs ?? 0),
    inode: `${index?.dev ?? 0}:${index?.ino ?? 0}:${sizes[0]}:${sizes[1]}`,
  };
};

/** The size that `seenOf` had answered with this inode. */
export const sizeSeen = (inode: string): number => {
  const [, , index, log] = inode.split(':').map(Number);
  return (index ?? 0) + (log ?? 0);
};
