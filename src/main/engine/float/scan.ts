import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { ScanReceipt } from '../../../shared/model/float.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { codeOf } from '../disk/disk.ts';
import type { Float } from './float.ts';
import { childOf } from './paths.ts';
import { prepared } from './prepared.ts';
import { refresh } from './refresh.ts';
import { type FolderDelta, type HashedFile, storeScan } from './store-scan.ts';
import { type WalkedFile, type WalkedFolder, walk } from './walk.ts';

export interface ScanOptions {
  /** Reads every file, not only those of which the disk says that they are others. */
  full?: boolean;
  signal?: AbortSignal;
  /** Called every now and then. */
  progress?: (seen: ScanSeen) => void;
}

/** What a scan has seen so far. `total` is how many files the last scan saw, 0 where nobody knows. */
export interface ScanSeen {
  folders: number;
  files: number;
  total: number;
}

/**
 * Brings the database to what is on disk: hashes what changed, writes all in one transaction, marks the contexts that depend on it.
 * A scan that is cancelled (cancelled) or fails while it reads has written nothing. What files say of themselves is taken again (refresh.ts). Folders that moved take their texts and decisions along.
 */
export async function scan(float: Float, options: ScanOptions = {}): Promise<ScanReceipt> {
  const deltas: FolderDelta[] = [];
  const total = float.db.prepare('SELECT count(*) FROM files').pluck().get() as number;
  const seen = { folders: 0, files: 0, total };
  let sinceTurn = 0;
  const turn = async (cost: number): Promise<void> => {
    sinceTurn += cost;
    if (sinceTurn < PER_TURN) return;
    sinceTurn = 0;
    options.progress?.({ ...seen });
    await setImmediate();
    stopIfCancelled(options);
  };
  for (const folder of walk(float.root)) {
    const { delta, due } = compare(float, folder, options.full === true);
    deltas.push(delta);
    seen.folders += 1;
    seen.files += folder.files.length - due.length;
    for (const file of due) {
      hashInto(delta, float.root, file);
      seen.files += 1;
      await turn(READING + file.size / BYTES);
    }
    await turn(folder.files.length + 10);
  }
  options.progress?.({ ...seen });
  stopIfCancelled(options);
  return refresh(float, storeScan(float, deltas), options.signal);
}

const stopIfCancelled = ({ signal }: ScanOptions): void => {
  if (signal?.aborted) throw new TapeError('cancelled', 'The scan was cancelled; nothing was written.');
};

/** Files looked at between two looks at the event loop: some 20 ms. To read one costs as much as to look at some, and these bytes as one. */
const PER_TURN = 5000;
const READING = 10;
const BYTES = 1000;

/** A disk's clock may tick as slowly as this; what was written within one tick of being read may have been written again. */
const TICK = 2000;

const KNOWN = 'SELECT name, size, mtime, ctime, ino, hashed_at FROM files WHERE folder_path = ?';

type Known = [name: string, size: number, mtime: number, ctime: number | null, ino: number | null, hashedAt: number];

/** By all that the disk says of it the file that was read, and not one that may have been written again in the tick in which it was. */
const isAsRead = (file: WalkedFile, [, size, mtime, ctime, ino, hashedAt]: Known): boolean =>
  size === file.size && mtime === file.mtime && ctime === file.ctime && ino === file.ino && Math.max(mtime, ctime) < hashedAt - TICK;

/** What a folder on disk has that the database has not, and the other way round; the files that are still to be read are due. */
const compare = (float: Float, folder: WalkedFolder, full = false): { delta: FolderDelta; due: WalkedFile[] } => {
  const rows = prepared(float.db, KNOWN).raw().all(folder.path) as Known[];
  const known = new Map(rows.map((row) => [row[0], row]));
  const due = folder.files.filter((file) => {
    const row = known.get(file.name);
    known.delete(file.name);
    return full || row === undefined || !isAsRead(file, row);
  });
  const delta = { path: folder.path, hashed: [], removed: [...known.keys()], files: folder.files.length, skipped: folder.skipped };
  return { delta, due };
};

/** The same with the files read, for a folder or a few. */
export function compareFolder(float: Float, folder: WalkedFolder): FolderDelta {
  const { delta, due } = compare(float, folder);
  for (const file of due) hashInto(delta, float.root, file);
  return delta;
}

/** A file that went away or cannot be read now is skipped, and its row goes. */
const hashInto = (delta: FolderDelta, root: string, file: WalkedFile): void => {
  const path = childOf(delta.path, file.name);
  try {
    delta.hashed.push(hashFile(root + path, file));
  } catch (error) {
    if (codeOf(error) === '') throw error;
    delta.files -= 1;
    delta.removed.push(file.name);
    delta.skipped.push({ path, reason: `it cannot be read (${codeOf(error)})` });
  }
};

const buffer = Buffer.allocUnsafe(256 * 1024);

/** In pieces: a project may hold files that are larger than memory. The clock is the system's, as the file's time is. */
const hashFile = (path: string, file: WalkedFile): HashedFile => {
  const hashedAt = Date.now();
  const hash = createHash('sha256');
  const open = openSync(path, 'r');
  try {
    for (let length = readSync(open, buffer); length > 0; length = readSync(open, buffer)) hash.update(buffer.subarray(0, length));
  } finally {
    closeSync(open);
  }
  return { ...file, hash: hash.digest('hex'), hashedAt };
};
