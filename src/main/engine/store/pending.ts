import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeIfThere, replaceFile, sizeOf } from '../disk/disk.ts';

/**
 * What an operation is about to do to files beyond those of the newest phase. It is on disk before the first byte is written and
 * goes away after the commit; where it is found, the operation was cut short.
 */
export interface Pending {
  op: 'append' | 'handoff' | 'merge' | 'reset';
  stamp: string;
  /** Size of each file before, relative to the tape's folder; null for one that was not there. */
  files: Record<string, number | null>;
  /** And after, so that a finished one is known where the index is gone. */
  after: Record<string, number>;
  /** For a reset: where the old entries go, relative to the tape's folder, and whether they stay there. */
  to?: string;
  keep?: boolean;
}

const pendingFile = (folder: string): string => join(folder, 'pending.json');

export function writePending(folder: string, pending: Pending): void {
  replaceFile(pendingFile(folder), `${JSON.stringify(pending)}\n`);
}

export function removePending(folder: string): void {
  removeIfThere(pendingFile(folder));
}

/** The operation that was cut short; null for none. The file is replaced as a whole, so what is there can be read. */
export function readPending(folder: string): Pending | null {
  if (!existsSync(pendingFile(folder))) return null;
  try {
    return JSON.parse(readFileSync(pendingFile(folder), 'utf8')) as Pending;
  } catch {
    return null;
  }
}

/** Every file has the size that the operation was to give it. */
export function isComplete(folder: string, { after }: Pending): boolean {
  return Object.entries(after).every(([path, size]) => sizeOf(join(folder, path)) === size);
}
