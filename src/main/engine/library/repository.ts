import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';

/** A folder and the repository that it is of. Files of git are read, bounded, and git itself never runs: what a log names may be anything. */
export interface Found {
  /** The remote without what signs in, or the folder of the repository where it has none. */
  of: string;
  /** Folder of the repository, or of its bare form. */
  root: string;
  /** Folder above which nothing was looked at: the checkout that the folder is in. */
  checkout: string;
  remote: boolean;
  worktree: boolean;
  /** The folder itself is gone, and one above it was found. */
  gone: boolean;
}

const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const POINTER = 4096;
const CONFIG = 65_536;
/** Folders that are looked at on the way up. */
const UP = 24;

/** The beginning of a plain file; null for whatever else has the name. */
const beginning = async (path: string, most: number): Promise<string | null> => {
  try {
    await using file = await open(path, READ);
    if (!(await file.stat()).isFile()) return null;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(most), 0, most, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } catch {
    return null;
  }
};

const kindOf = async (path: string): Promise<'folder' | 'file' | null> => {
  const found = await lstat(path).catch(() => null);
  if (found === null) return null;
  return found.isDirectory() ? 'folder' : 'file';
};

/** Another machine is not asked: to open `\\machine\share` would say who is asking. */
const isHere = (path: string): boolean => isAbsolute(path) && !/^[\\/]{2}/.test(path);

/** The path that a file of git names; null for one of another machine. */
const pointedTo = (from: string, path: string): string | null =>
  isHere(resolve(from)) && !/^[\\/]{2}/.test(path) ? resolve(from, path) : null;

/** `git@github.com:Ann/shop.git` and `https://ann:secret@github.com/Ann/shop` are github.com/ann/shop both. Null for a folder of this machine. */
export function remoteName(url: string): string | null {
  const match = /^(?:[a-z+]+:\/\/)?(?:[^@/\s]*@)?([\w.-]+\.[\w-]+|localhost)(?::\d+)?[:/]+([^\s?#]+)$/i.exec(url.trim());
  const [, host, path] = match ?? [];
  if (host === undefined || path === undefined || /^(?:file:|[./\\]|[a-z]:[\\/])/i.test(url.trim())) return null;
  return `${host}/${path.replace(/\/+$/, '').replace(/\.git$/, '')}`.toLowerCase();
}

/** The remote "origin" of a configuration, or else its first one. */
function remoteIn(config: string): string | null {
  let name: string | null = null;
  const urls = new Map<string, string>();
  for (const line of config.split('\n')) {
    const section = /^\s*\[\s*(\w+)(?:\s+"([^"]*)")?\s*\]/.exec(line);
    if (section) name = section[1]?.toLowerCase() === 'remote' ? (section[2] ?? null) : null;
    const url = /^\s*url\s*=\s*"?([^"\s]+)"?\s*$/i.exec(line)?.[1];
    if (url !== undefined && name !== null && !urls.has(name)) urls.set(name, url);
  }
  const url = urls.get('origin') ?? urls.values().next().value;
  return url === undefined ? null : remoteName(url);
}

/** The folder that all worktrees of a repository share, from the `.git` of a checkout; null where that is none. */
const commonFolder = async (checkout: string): Promise<{ common: string; worktree: boolean } | null> => {
  const git = join(checkout, '.git');
  const kind = await kindOf(git);
  if (kind === 'folder') return (await kindOf(join(git, 'HEAD'))) === null ? null : { common: git, worktree: false };
  if (kind === null) return null;
  const pointed = /^gitdir: *(.+?)\s*$/.exec((await beginning(git, POINTER)) ?? '')?.[1];
  const folder = pointed === undefined ? null : pointedTo(checkout, pointed);
  if (folder === null || (await kindOf(join(folder, 'HEAD'))) === null) return null;
  const shared = (await beginning(join(folder, 'commondir'), POINTER))?.trim();
  // A submodule has a folder of its own, and no other to share.
  const common = shared ? pointedTo(folder, shared) : folder;
  return common === null ? null : { common, worktree: common !== folder };
};

/** The repository that a folder is in, or was in; null where none is found. Nothing at or above `userHome` counts, but for itself. */
export async function findRepository(folder: string, userHome: string): Promise<Found | null> {
  if (!isHere(folder)) return null;
  let gone = false;
  for (let at = resolve(folder), up = 0; up < UP; up += 1) {
    const common = await commonFolder(at);
    if (common !== null) {
      const remote = remoteIn((await beginning(join(common.common, 'config'), CONFIG)) ?? '');
      const root = basename(common.common) === '.git' ? dirname(common.common) : common.common;
      return { of: remote ?? root, root, checkout: at, remote: remote !== null, worktree: common.worktree, gone };
    }
    if (at === resolve(folder)) gone = (await kindOf(at)) === null;
    const above = dirname(at);
    // A home folder that is kept in git would swallow all that is in it.
    if (above === at || above === userHome) return null;
    at = above;
  }
  return null;
}

/** Where a project belongs, and why it is thought so. */
export interface Joined {
  /** The repository: its remote or its folder. */
  of: string;
  /** Which checkout or part of it; null for the repository as a whole. */
  part: string | null;
  /** One sentence. */
  why: string;
}

const lastPart = (path: string): string => path.split(/[\\/]+/).findLast(Boolean) ?? path;

/** `shop-outbox` of `shop` is its "outbox". */
const shortPart = (name: string, of: string): string | null => {
  if (name.toLowerCase() === of.toLowerCase()) return null;
  const rest = name.toLowerCase().startsWith(of.toLowerCase()) ? name.slice(of.length).replace(/^[-_.]+/, '') : '';
  return rest || name;
};

export function joinedBy(folder: string, found: Found): Joined {
  const below = relative(found.checkout, resolve(folder)).replaceAll('\\', '/');
  const checkout = shortPart(lastPart(found.checkout), lastPart(found.of));
  const part = [checkout, below].filter(Boolean).join('/') || null;
  const how = found.worktree ? `a worktree of ${found.root}` : `in ${found.checkout}`;
  const why = found.remote ? `${found.of} is its remote, ${how}` : how;
  return { of: found.of, part, why: found.gone ? `joined by path: the folder is gone, and where it was is ${how}` : why };
}

/** What is gone and in no repository that is left: by its name, where that of one repository alone is the same. */
export function joinedByName(folder: string, repositories: Iterable<string>): Joined | null {
  const name = lastPart(folder).toLowerCase();
  const same = [...new Set(repositories)].filter((of) => lastPart(of).toLowerCase() === name);
  const [of] = same;
  if (of === undefined || same.length > 1) return null;
  return { of, part: null, why: `joined by name alone: the folder is gone, and ${of} is called the same` };
}
