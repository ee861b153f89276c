import { TapeError } from '../../../../shared/rpc/tape-error.ts';
import { handleOf } from '../handle.ts';
import { openTape } from '../open-tape.ts';
import type { Tape } from '../types.ts';
import { type Locked, withLock } from '../write-lines.ts';
import { chainAt, type OpenFork } from './input.ts';

/**
 * The locks of the forks, by name so that two merges never wait for each other, and the parent's within: what closes a fork has to be
 * committed while nobody can append to it, or an entry would be acknowledged that no merge takes along.
 */
export function withLocks<T>({ parent, forks }: Opened, work: (locked: Locked) => T): T {
  const inTurn = forks.toSorted((a, b) => (a.row.name < b.row.name ? -1 : 1));
  const next = (at: number): T => {
    const fork = inTurn[at];
    return fork === undefined ? withLock(parent, work) : withLock(fork.tape, () => next(at + 1));
  };
  return next(0);
}

/** A parent and its forks. `close` leaves open what the caller had opened. */
export interface Opened {
  parent: Tape;
  forks: readonly OpenFork[];
  close(): void;
}

export function openForks(tape: Tape, names: readonly string[]): Opened {
  const { workspace, which } = tape;
  const options = { ...handleOf(tape).options, create: false };
  const opened: Tape[] = [];
  const open = (fork: string | null): Tape => {
    const one = openTape(workspace, { session: which.session, fork }, options);
    opened.push(one);
    return one;
  };
  const close = (): void => {
    for (const one of opened) one.close();
  };
  try {
    checkNames(names);
    const parent = which.fork === null ? tape : open(null);
    const rows = parent.forks();
    const forks = names.map((name): OpenFork => {
      const row = rows.find((one) => one.name === name);
      if (row === undefined) throw new TapeError('not-found', `The session “${which.session}” has no fork “${name}”. ${known(rows)}`);
      return { row, tape: open(name) };
    });
    checkOpen(parent, forks);
    return { parent, forks, close };
  } catch (error) {
    close();
    throw error;
  }
}

function checkNames(names: readonly string[]): void {
  if (names.length === 0) throw new TapeError('bad-input', 'A merge needs the name of at least one fork.');
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new TapeError('bad-input', `The fork “${twice}” is named twice.`);
}

const known = (rows: readonly { name: string }[]): string => {
  const names = rows.map(({ name }) => name);
  return names.length === 0 ? 'It has none.' : `It has ${names.slice(0, 5).join(', ')}${names.length > 5 ? ' and more' : ''}.`;
};

/** Forks that are open, and whose prefix is what it was when they began. */
export function checkOpen(parent: Tape, forks: readonly OpenFork[]): void {
  const merged = new Map(parent.forks().map(({ name, merged: event }) => [name, event]));
  for (const { row } of forks) {
    const event = merged.get(row.name) ?? null;
    if (event !== null) throw new TapeError('refused', `The fork “${row.name}” was merged already, by entry ${event}.`);
    if (chainAt(parent, row.start) !== row.prefix) {
      throw new TapeError(
        'refused',
        `What “${row.name}” shares with its parent, entries 1 to ${row.start}, is not what it was. See tape verify.`,
      );
    }
  }
}
