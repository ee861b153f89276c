import { isDamage } from '../disk/disk.ts';
import { anchorOf, anchorsOf } from './anchors.ts';
import { appendAfter, appendTo, handoffTo } from './append.ts';
import { isBehind } from './catch-up.ts';
import { forksOf } from './fork-rows.ts';
import { type Handle, remember } from './handle.ts';
import { infoOf } from './info.ts';
import { lockHandle } from './lock.ts';
import { closeHandle, openHandle, refresh, replaceDamaged } from './open-handle.ts';
import { writeFirst } from './put-lines.ts';
import { entriesOf, lastId, pointersOf, rowsOf } from './query.ts';
import { searchTape } from './search-tape.ts';
import type { OpenOptions, Tape, Which, Workspace } from './types.ts';

/**
 * Opens a native tape. What a crash left is put right, which needs the lock only where something is left; then nothing is read until it is
 * asked for. Throws TapeError: 'not-found' for a session or fork that is not there, 'unreadable' for a newer schema.
 */
export function openTape(workspace: Workspace, which: Which, options: OpenOptions = {}): Tape {
  const handle = openHandle(workspace, which, options);
  try {
    guarded(handle, () => settle(handle));
  } catch (error) {
    closeHandle(handle);
    throw error;
  }
  const ask = <T>(work: () => T): T =>
    guarded(handle, () => {
      refresh(handle);
      return work();
    });
  const tape: Tape = {
    workspace,
    which,
    folder: handle.folder,
    notes: handle.notes,
    head: () => ask(() => lastId(handle)),
    rows: (query) => ask(() => rowsOf(handle, query)),
    entries: (query) => ask(() => entriesOf(handle, pointersOf(handle, query), query.exact)),
    entry: (id) => ask(() => entriesOf(handle, pointersOf(handle, { ids: [id, id] }))[0] ?? null),
    anchors: () => ask(() => anchorsOf(handle)),
    anchor: (nameOrSeq) => ask(() => anchorOf(handle, nameOrSeq)),
    search: (query, narrow) => ask(() => searchTape(handle, query, narrow)),
    info: () => ask(() => infoOf(handle)),
    forks: () => ask(() => forksOf(handle)),
    append: (entries) => guarded(handle, () => appendTo(handle, entries)),
    appendAfter: (head, entries) => guarded(handle, () => appendAfter(handle, entries, head)),
    handoff: (input) => guarded(handle, () => handoffTo(handle, input)),
    close: () => closeHandle(handle),
  };
  remember(tape, handle);
  return tape;
}

/** Mends what a crash left, and gives a new tape its first entry. */
const settle = (handle: Handle): void => {
  const empty = handle.fork === null && lastId(handle) === 0;
  if (!empty && !handle.remade && !isBehind(handle)) return;
  if (handle.options.readOnly === true || handle.inode === null) {
    if (!empty)
      handle.notes.push(`${handle.folder} has bytes that are not indexed yet; it was opened read-only, so they stay as they are.`);
    return;
  }
  lockHandle(handle, true, (locked) => {
    if (handle.fork === null && locked.head.id === 0) writeFirst(locked, handle.options.start);
  });
};

/** An index that turns out to be damaged is rebuilt, and the call tried again. */
const guarded = <T>(handle: Handle, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    if (!isDamage(error) || handle.locked || !replaceDamaged(handle)) throw error;
    settle(handle);
    return work();
  }
};
