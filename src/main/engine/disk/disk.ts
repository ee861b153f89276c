import {
  closeSync,
  constants,
  fsyncSync,
  ftruncateSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { diskReason } from '../../../shared/rpc/disk-reasons.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { makeFolder } from './make-path.ts';

/** Makes the names in a folder durable. Some systems cannot; there it is their default. */
export function syncFolder(folder: string): void {
  try {
    const file = openSync(folder, 'r');
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (codeOf(error) !== 'EPERM' && codeOf(error) !== 'EISDIR' && codeOf(error) !== 'EINVAL') throw error;
  }
}

/** Makes a folder below another that exists; answers those that are new, outermost first. Each is durable. */
export function makeFolders(base: string, path: string): string[] {
  const made: string[] = [];
  let at = base;
  for (const name of path.split('/').filter(Boolean)) {
    const parent = at;
    at = join(at, name);
    if (sizeOf(at) !== null) continue;
    makeFolder(at);
    syncFolder(parent);
    made.push(at);
  }
  return made;
}

/** Bytes of a file; null where there is none. */
export function sizeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null;
}

/** Writes all bytes after the end of an open file: a full disk may take a part of them first. */
export function writeAll(file: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}

/** Whether a process runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

/** Removes what a process that was killed left of a `replaceFile` in a folder. */
export function sweepDrafts(folder: string): void {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return;
  }
  for (const name of names) {
    const pid = Number(/\.(\d{1,10})\.new$/.exec(name)?.[1] ?? 0);
    if (pid === 0 || isAlive(pid)) continue;
    try {
      unlinkSync(join(folder, name));
    } catch {
      // Another process was quicker, or it may not be: it is in nobody's way.
    }
  }
}

/** Replaces a small file as a whole, durably. */
export function replaceFile(path: string, content: string): void {
  const draft = `${path}.${process.pid}.new`;
  sweepDrafts(dirname(path));
  try {
    writeFileSync(draft, content, { flush: true });
    renameSync(draft, path);
  } catch (error) {
    removeIfThere(draft);
    throw error;
  }
  syncFolder(dirname(path));
}

export function removeIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

/** Flag of an open call that must not follow a link: the file behind one is somebody else's. Windows has none. */
const NO_LINK = constants.O_NOFOLLOW ?? 0;

/** Opens a file of a tape. Throws ELOOP for a link. */
export function openPlain(path: string, how: 'read' | 'append' | 'change'): number {
  return openSync(path, HOW[how] | NO_LINK);
}

const HOW = {
  read: constants.O_RDONLY,
  append: constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT,
  change: constants.O_RDWR,
};

/** Cuts a file back to a size it had; null means that it was not there, nor perhaps its folder. */
export function cutBack(path: string, size: number | null): void {
  if (size === null) {
    removeIfThere(path);
    removeEmptyFolder(dirname(path));
    return;
  }
  if (sizeOf(path) === null) return;
  const file = openPlain(path, 'change');
  try {
    ftruncateSync(file, size);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

export function removeEmptyFolder(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Something else is in it.
  }
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Whether SQLite says that a file is damaged or no database, and not merely held by another process, out of space or out of reach. */
export function isDamage(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB|IOERR_SHORT_READ)/.test(codeOf(error));
}

/** What the disk or SQLite refuses, as one sentence; anything else as it is. */
export function writeFailure(error: unknown, folder: string): unknown {
  if (error instanceof TapeError) return error;
  const why = REASONS.find(([pattern]) => pattern.test(codeOf(error)))?.[1] ?? diskReason(codeOf(error));
  return why === null ? error : new TapeError('unwritable', `Nothing was written to ${folder}: ${why}.`);
}

/** Where a tape has words of its own; all others are in `disk-reasons.ts`. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^(EROFS|EACCES|EPERM|SQLITE_READONLY|SQLITE_CANTOPEN|SQLITE_PERM|SQLITE_AUTH)/, 'it is read-only'],
  [/^(SQLITE_BUSY|SQLITE_LOCKED)/, 'another process has held its lock for too long'],
  [/^ELOOP/, 'one of its files is a link, which may lead to somebody else’s file'],
  [/^(EISDIR|ENOTDIR|EEXIST)/, 'something else is in the place of one of its files'],
  [/^ENOENT/, 'it is no longer there'],
];

/** The path without links, as far as it exists. */
export function realPath(path: string): string {
  const whole = resolve(path);
  try {
    return realpathSync.native(whole);
  } catch {
    return whole === dirname(whole) ? whole : join(realPath(dirname(whole)), basename(whole));
  }
}
