import { existsSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { makeFolders, removeEmptyFolder, syncFolder } from '../disk/disk.ts';
import { nowOf } from './handle.ts';
import { discardEvent } from './merge/governance.ts';
import { stampOf } from './names.ts';
import { tapeFolder } from './places.ts';
import type { Tape } from './types.ts';
import { whoAmI } from './who.ts';
import { withLock, writeLines } from './write-lines.ts';

export interface DiscardInput {
  name: string;
  note?: string;
  who?: string;
}

/** Where a discarded fork is now, relative to the tape's folder, and the event that tells of it. */
export interface Discarded {
  name: string;
  archive: string;
  event: number;
}

/**
 * Drops an open fork of a session's tape: its folder goes to `archive/<stamp>/forks/`, and an event on the tape says so. Nothing is deleted,
 * and the name is free again. The folder is moved first: where a crash comes in between, the fork is still listed and is discarded again.
 * Throws 'not-found' for a fork that is not there, 'refused' for a merged one and for a fork of a fork.
 */
export function discardFork(tape: Tape, { name, note, who }: DiscardInput): Discarded {
  const { session, fork } = tape.which;
  if (fork !== null) throw new TapeError('refused', `“${fork}” is a fork itself: discard forks of its session “${session}”.`);
  let moved: { from: string; to: string } | null = null;
  try {
    return withLock(tape, (locked) => {
      const row = tape.forks().find((one) => one.name === name);
      if (row === undefined) throw new TapeError('not-found', `There is no fork “${name.slice(0, 80)}”. See tape forks.`);
      if (row.merged !== null)
        throw new TapeError('refused', `The fork “${name}” was merged by entry ${row.merged}: its entries are part of the tape.`);
      const now = nowOf(locked.handle);
      const archive = `archive/${stampOf(now)}-${locked.head.id}/forks/${name}`;
      const from = tapeFolder(tape.workspace, { session, fork: name });
      if (existsSync(from)) {
        moved = { from, to: join(tape.folder, archive) };
        move(tape.folder, moved.from, moved.to);
      }
      const event = { ts: now.toISOString(), session, branch: name, who: who ?? whoAmI(), archive, note: note ?? null };
      const [id = 0] = writeLines(locked, [discardEvent(event)]);
      return { name, archive, event: id };
    });
  } catch (error) {
    if (moved !== null) takeBack(tape.folder, moved);
    throw error;
  }
}

const move = (folder: string, from: string, to: string): void => {
  makeFolders(
    folder,
    dirname(to)
      .slice(folder.length + 1)
      .replaceAll('\\', '/'),
  );
  renameSync(from, to);
  for (const path of [dirname(from), dirname(to)]) syncFolder(path);
};

const takeBack = (folder: string, { from, to }: { from: string; to: string }): void => {
  if (!existsSync(to)) return;
  renameSync(to, from);
  for (let at = dirname(to); at !== folder && at !== dirname(at); at = dirname(at)) removeEmptyFolder(at);
  syncFolder(dirname(from));
};
