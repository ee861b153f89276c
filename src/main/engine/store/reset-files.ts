import { renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cutBack, makeFolders, removeEmptyFolder, sizeOf, syncFolder } from '../disk/disk.ts';
import { fillIndex } from './build-index.ts';
import type { Handle } from './handle.ts';
import type { Locked } from './held-tape.ts';
import { headOf, metaOf, putMeta } from './index-entry.ts';
import { wipeTables } from './index-schema.ts';
import { type Pending, removePending } from './pending.ts';
import { writeFirst } from './put-lines.ts';
import { phaseFolders } from './replay.ts';

/** What a reset moves away: the entries, and the forks that share them. */
const MOVED = ['anchors', 'forks'] as const;

/**
 * Carries out a reset that is noted in `pending.json`, or continues with one that was cut short: every step looks whether it was done. The old
 * entries are moved, not copied; then the same index file starts empty, so that whoever waits for its lock continues with the new tape.
 */
export function finishReset(handle: Handle, pending: Pending): void {
  const { stamp, to = `archive/${stamp}`, keep = true } = pending;
  if (metaOf(handle, 'stamp') !== stamp) {
    move(handle.folder, to);
    begin(handle, keep ? { archived: to } : {});
    putMeta(handle, 'stamp', stamp);
  }
}

const move = (folder: string, to: string): void => {
  makeFolders(folder, to);
  for (const name of MOVED) {
    if (sizeOf(join(folder, to, name)) !== null || sizeOf(join(folder, name)) === null) continue;
    renameSync(join(folder, name), join(folder, to, name));
  }
  for (const path of [to, '']) syncFolder(join(folder, path));
};

/** Takes back a reset that failed, on a full disk perhaps: the old entries come back to their place, and what was begun there goes. */
export function undoReset(folder: string, pending: Pending): void {
  const { stamp, to = `archive/${stamp}` } = pending;
  for (const name of MOVED) {
    if (sizeOf(join(folder, to, name)) === null) continue;
    rmSync(join(folder, name), { recursive: true, force: true });
    renameSync(join(folder, to, name), join(folder, name));
  }
  for (let at = to; at !== '.'; at = dirname(at)) removeEmptyFolder(join(folder, at));
  syncFolder(folder);
  removePending(folder);
}

/** Empties the index and writes the first entry, unless an earlier try has written it. */
const begin = (handle: Handle, state: Record<string, unknown>): void => {
  const generation = String(Number(metaOf(handle, 'generation') ?? 0) + 1);
  handle.statements = new Map();
  wipeTables(handle.db, generation);
  fillIndex(handle);
  if (headOf(handle).id > 0) return;
  for (const { path } of phaseFolders(handle.folder)) cutBack(join(handle.folder, path, 'events.jsonl'), null);
  const locked: Locked = { handle, durable: true, head: headOf(handle), newest: null, before: new Map(), journal: false };
  writeFirst(locked, state, 'reset');
};

/** After the commit: what is not to be kept goes now. Until here everything could still be found. */
export function finishDiscard(folder: string, { op, to, keep }: Pending): void {
  if (op === 'reset' && to !== undefined && keep === false) rmSync(join(folder, to), { recursive: true, force: true });
}
