import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ForkRow } from '../../../shared/model/native.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { makeFolders, replaceFile, syncFolder } from '../disk/disk.ts';
import { type ForkFile, nowOf } from './handle.ts';
import { forkEvent } from './merge/governance.ts';
import { chainAt } from './merge/input.ts';
import { checkedName } from './names.ts';
import { tapeFolder } from './places.ts';
import type { Tape } from './types.ts';
import { whoAmI } from './who.ts';
import { type Locked, withLock, writeLines } from './write-lines.ts';

export interface ForkInput {
  name: string;
  /** The last entry that it shares; the head by default. */
  at?: number;
  note?: string;
  who?: string;
}

/**
 * Starts a fork of a session's tape: an event on the parent that says from where, by whom and why, with the digest of all that is shared,
 * and a folder with the same in `fork.json`. Nothing is copied. The folder comes first: one without an event holds nothing yet, is no fork
 * (`verify` names it), and the next fork of that name takes its place.
 * Throws 'bad-input' for a name or a place that cannot be, 'refused' for a name that is taken and for a fork of a fork.
 */
export function forkTape(tape: Tape, input: ForkInput): ForkRow {
  const { session } = tape.which;
  checkParent(tape);
  const name = checkedName('fork', input.name);
  let made: string | null = null;
  try {
    withLock(tape, (locked) => {
      const file = forkFile(tape, locked, { ...input, name });
      const folder = freeFolder(tape, name);
      made = folder;
      makeFolders(tape.folder, `forks/${name}`);
      replaceFile(join(folder, 'fork.json'), `${JSON.stringify(file, null, 2)}\n`);
      writeLines(locked, [forkEvent({ ...file, ts: file.at, session, branch: name })]);
    });
  } catch (error) {
    if (made !== null) discard(made);
    throw error;
  }
  const row = tape.forks().find((one) => one.name === name);
  if (row === undefined) throw new TapeError('internal', `The fork “${name}” was created but is not in the list of forks.`);
  return row;
}

/** The last entry that a fork from `at` would share. Throws as `forkTape`, but for names. */
export function startOfFork(tape: Tape, at: number | undefined): number {
  checkParent(tape);
  return startIn(tape.head(), at);
}

function checkParent(tape: Tape): void {
  const { session, fork } = tape.which;
  if (fork === null) return;
  throw new TapeError('refused', `“${fork}” is a fork itself, and forks have no forks: merge it first, or fork its session “${session}”.`);
}

function startIn(head: number, at: number | undefined): number {
  const start = at ?? head;
  if (Number.isInteger(start) && start >= 1 && start <= head) return start;
  throw new TapeError('bad-input', `A fork begins after an entry from 1 to ${head}; there is no entry ${start}.`);
}

function forkFile(tape: Tape, locked: Locked, { name, at, note, who }: ForkInput): ForkFile {
  const head = locked.head.id;
  const start = startIn(head, at);
  const same = tape.forks().find((fork) => folded(fork.name) === folded(name));
  if (same)
    throw new TapeError(
      'refused',
      `There is a fork “${same.name}” already${same.merged === null ? '' : ', a merged one'}. Names are not used twice.`,
    );
  const prefix = start === head ? locked.head.chain.toString('hex') : chainAt(tape, start);
  return { name, start, at: nowOf(locked.handle).toISOString(), who: who ?? whoAmI(), note: note ?? null, prefix };
}

/** Some file systems tell neither case nor composition apart. */
const folded = (name: string): string => name.normalize('NFC').toLowerCase();

/** The folder of a new fork. What a crash left there goes; what holds entries stays, and is refused. */
function freeFolder(tape: Tape, name: string): string {
  const folder = tapeFolder(tape.workspace, { session: tape.which.session, fork: name });
  if (!existsSync(folder)) return folder;
  if (readdirSync(folder).includes('anchors')) {
    throw new TapeError(
      'refused',
      `${folder} holds entries, but no event mentions that fork. “tape verify” says more; nothing was changed.`,
    );
  }
  discard(folder);
  return folder;
}

/** Removes a fork that never was. */
function discard(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  syncFolder(join(folder, '..'));
}
