import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { PHASE_FILES } from '../bytes/phases.ts';
import { folders, placeOf } from '../store/places.ts';
import { phaseFolders } from '../store/replay.ts';
import type { Seen } from '../storing/reading.ts';

/** Where native tapes are stored: a workspace is the folder of its session `main` and holds those of all others (store/places.ts). */

const CONFIG = 'config.json';

/** `workspace-SLUG-HASH`: other programs have folders that are called workspace-something, with a config in them. */
export function isWorkspaceName(name: string): boolean {
  return /^workspace-[a-z0-9-]+-[0-9a-f]{12}$/.test(name);
}

const isWorkspace = (folder: string): boolean => isWorkspaceName(basename(folder)) && existsSync(join(folder, CONFIG));

/** The workspace that a path is or is in; null where it is in none. Looks only at folders that are called like one. */
export function workspaceOf(path: string): string | null {
  for (let at = path; ; at = dirname(at)) {
    if (isWorkspace(at)) return at;
    if (at === dirname(at)) return null;
  }
}

/** Whether a folder holds a native tape that is alive. A fork that has no entry of its own yet is one. */
export function isTapeFolder(path: string): boolean {
  const place = path.endsWith('.jsonl') ? null : placeOf(path);
  return place !== null && existsSync(join(path, place.which.fork === null ? 'anchors' : 'fork.json'));
}

/** The archive of a session, or a fork in one; null for any other folder. */
export function archiveOf(path: string): { session: string; stamp: string; fork: string | null } | null {
  const fork = basename(dirname(path)) === 'forks' ? basename(path) : null;
  const archive = fork === null ? path : dirname(dirname(path));
  if (basename(dirname(archive)) !== 'archive') return null;
  const session = dirname(dirname(archive));
  const there = existsSync(join(archive, 'anchors')) && (fork === null || existsSync(join(path, 'fork.json')));
  return there && placeOf(session) !== null ? { session, stamp: basename(archive), fork } : null;
}

/** Whether a folder is a source: a tape that is alive, or one that was archived. */
export function isNativeFolder(path: string): boolean {
  return isTapeFolder(path) || (!path.endsWith('.jsonl') && archiveOf(path) !== null);
}

const named = (parent: string, name: string): string[] => folders(join(parent, name)).map((each) => join(parent, name, each));

const withForks = (session: string): string[] => [session, ...named(session, 'forks')];

/** A session with its forks, and what its resets have put aside. */
const withAll = (session: string): string[] => [...withForks(session), ...named(session, 'archive').flatMap(withForks)];

/** The folders of all tapes of a workspace: each session before its forks. */
const tapesOf = (workspace: string): string[] => [workspace, ...named(workspace, 'sessions')].flatMap(withAll).filter(isNativeFolder);

/**
 * The tapes that a path stands for: all of a workspace, a session with its forks, a fork with its session. A file inside of a tape stands
 * for that tape alone, so that a write costs a look at one. Null for a path outside of workspaces.
 */
export function tapesAt(path: string): string[] | null {
  const workspace = workspaceOf(path);
  if (workspace === null) return null;
  const parts = relative(workspace, path).split(sep).filter(Boolean);
  if (parts.length === 0 || (parts.length === 1 && parts[0] === 'sessions')) return tapesOf(workspace);
  const session = parts[0] === 'sessions' ? join(workspace, ...parts.slice(0, 2)) : workspace;
  const inside = parts[0] === 'sessions' ? parts.slice(2) : parts;
  if (inside.length === 0 || (inside.length === 1 && inside[0] === 'forks')) return withAll(session).filter(isNativeFolder);
  if (inside[0] === 'archive') return archived(session, inside.slice(1)).filter(isNativeFolder);
  if (inside[0] !== 'forks') return [session].filter(isTapeFolder);
  const fork = join(session, ...inside.slice(0, 2));
  return (inside.length === 2 ? [fork, session] : [fork]).filter(isTapeFolder);
}

const archived = (session: string, [stamp, forks, fork]: readonly string[]): string[] => {
  if (stamp === undefined) return named(session, 'archive').flatMap(withForks);
  const archive = join(session, 'archive', stamp);
  return forks === 'forks' && fork !== undefined ? [join(archive, forks, fork)] : withForks(archive);
};

/**
 * What shows cheaply that a tape was written to: its index and the log of that. An empty log is none: reading makes one. `size` is
 * about what a first reading weighs, and grows with it.
 */
export function seenOf(folder: string): Seen {
  if (archiveOf(folder) !== null) return seenInArchive(folder);
  const index = statSync(join(folder, 'index.db'), { throwIfNoEntry: false });
  const log = statSync(join(folder, 'index.db-wal'), { throwIfNoEntry: false });
  const logged = log !== undefined && log.size > 0 ? log : null;
  const sizes = [index?.size ?? 0, logged?.size ?? 0] as const;
  return {
    size: sizes[0] + sizes[1],
    mtime: Math.max(index?.mtimeMs ?? 0, logged?.mtimeMs ?? 0),
    inode: `${index?.dev ?? 0}:${index?.ino ?? 0}:${sizes[0]}:${sizes[1]}`,
  };
}

/** An archive never changes; what it weighs are its files. */
const seenInArchive = (folder: string): Seen => {
  const anchors = statSync(join(folder, 'anchors'), { throwIfNoEntry: false });
  const files = phaseFolders(folder).flatMap(({ path }) => PHASE_FILES.map((name) => join(folder, path, name)));
  const size = files.reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
  return { size, mtime: anchors?.mtimeMs ?? 0, inode: `${anchors?.dev ?? 0}:${anchors?.ino ?? 0}:${size}:0` };
};

/** The size that `seenOf` had answered with this inode. */
export function sizeSeen(inode: string): number {
  const [, , index, log] = inode.split(':').map(Number);
  return (index ?? 0) + (log ?? 0);
}
