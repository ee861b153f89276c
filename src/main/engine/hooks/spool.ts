import {
  type BigIntStats,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { isPrivate } from '../app/home.ts';
import type { HookInput } from '../formats/hooking.ts';
import { hookingOf } from '../formats/hookings.ts';
import { answersIn } from './answers.ts';
import { type Event, recordEvent } from './take.ts';

/**
 * Events that `bin/tape-hook` left, since no agent should wait for Node: a file each, PARENT-PROCESS.AGENT.EVENT, of what the agent gave the hook. Whichever
 * program runs next takes them, in order and each once.
 */
export function spoolIn(home: string): string {
  return join(home, 'spool');
}

/** Bytes of an event; a longer one is left out. The hook in the shell copies one more. */
export const LONGEST = 4 << 20;

const NAME = /^(\d+)-\d+\.([a-z0-9-]+)\.([A-Za-z]+)$/;
/** Nobody will finish a draft this old. */
const STALE_MS = 3_600_000;

/** Makes the folders of the hook in the shell. Without them it starts Node each time, as it does on Windows, where not every shell has what it needs. */
export function makeSpool(home: string): void {
  if (process.platform !== 'win32') for (const folder of [spoolIn(home), answersIn(home)]) isPrivate(folder);
}

/** Up to `most` bytes of an open file or pipe. */
export function readUpTo(file: number, most: number): string {
  const pieces: Buffer[] = [];
  for (let left = most; left > 0; ) {
    const piece = Buffer.alloc(Math.min(left, 1 << 16));
    const length = readSync(file, piece);
    if (length === 0) break;
    pieces.push(piece.subarray(0, length));
    left -= length;
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** The JSON that an agent gave a hook. Throws for what is none. */
export function inputOf(text: string): HookInput {
  const input: unknown = JSON.parse(text);
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? (input as HookInput) : {};
}

interface Left {
  name: string;
  path: string;
  stat: BigIntStats;
}

const inOrder = (a: Left, b: Left): number =>
  a.stat.mtimeNs === b.stat.mtimeNs ? a.name.localeCompare(b.name, 'en', { numeric: true }) : a.stat.mtimeNs < b.stat.mtimeNs ? -1 : 1;

const textIn = (path: string): string => {
  // Nobody waits for a pipe, and no link is followed.
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    if (!fstatSync(file).isFile()) throw new Error('it is not a file');
    return readUpTo(file, LONGEST);
  } finally {
    closeSync(file);
  }
};

/** What a file of the spool says. Throws for one that is not an event. */
const eventIn = (home: string, { name, path, stat }: Left): Event => {
  const [, pid, agent = '', event = ''] = NAME.exec(name) ?? [];
  const hooking = hookingOf(agent);
  if (hooking === null) throw new Error('no hook of Tapescope has such a name');
  if (!stat.isFile()) throw new Error('it is not a file');
  if (stat.size > LONGEST) throw new Error('it is longer than 4 MB');
  return { home, agent, hooking, event, input: inputOf(textIn(path)), pid: Number(pid), now: Number(stat.mtimeMs) };
};

const reasonOf = (failure: unknown): string =>
  failure instanceof SyntaxError ? 'it is not JSON' : failure instanceof Error ? failure.message : String(failure);

/** Records one event and removes it; answers a sentence for a file that is none. Throws where nothing can be written: then it is taken later. */
const take = (home: string, one: Left): string[] => {
  let sentences: string[] = [];
  let event: Event | null = null;
  try {
    event = eventIn(home, one);
  } catch (failure) {
    sentences = [`An event of a hook was left out: ${JSON.stringify(one.path)}, since ${reasonOf(failure)}.`];
  }
  if (event !== null) recordEvent(event);
  rmSync(one.path, { recursive: true, force: true });
  return sentences;
};

/** What is there, in the order of writing. Drafts are for whoever writes them; one that nobody finished is removed. */
const leftIn = (folder: string): Left[] => {
  const left: Left[] = [];
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    if (stat === undefined) continue;
    if (!name.startsWith('.')) left.push({ name, path, stat });
    else if (Date.now() - Number(stat.mtimeMs) > STALE_MS) rmSync(path, { recursive: true, force: true });
  }
  return left.sort(inOrder);
};

const LOCK = '.lock';
/** Whoever holds the lock for longer was ended. */
const HELD_MS = 10_000;
const PATIENCE_MS = 250;

const isHeld = (lock: string): boolean => Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0) < HELD_MS;

/** Runs `work` while no other process takes events; false where one did for longer than anybody should wait. */
const alone = (lock: string, work: () => void): boolean => {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let waited = 0; ; waited += 5) {
    try {
      writeFileSync(lock, '', { flag: 'wx', mode: 0o600 });
      break;
    } catch (failure) {
      if (!existsSync(lock)) {
        // Taken back just now, or nothing can be written.
        if (waited >= PATIENCE_MS) throw failure;
      } else if (!isHeld(lock)) rmSync(lock, { force: true });
      else if (waited >= PATIENCE_MS) return false;
      else Atomics.wait(pause, 0, 0, 5);
    }
  }
  try {
    work();
  } finally {
    rmSync(lock, { force: true });
  }
  return true;
};

const isEmpty = (folder: string): boolean => {
  try {
    return readdirSync(folder).every((name) => name === LOCK);
  } catch {
    return true;
  }
};

/**
 * Takes what the hook in the shell left. Answers a sentence for each file that is not an event, which is removed; never throws: what cannot be taken now is taken
 * by whoever comes next.
 */
export function takeSpool(home: string): string[] {
  const folder = spoolIn(home);
  if (isEmpty(folder)) return [];
  try {
    if (!isPrivate(folder)) return [`Others can write to ${JSON.stringify(folder)}, so what hooks left there is not read.`];
    let sentences: string[] = [];
    alone(join(folder, LOCK), () => {
      sentences = leftIn(folder).flatMap((one) => take(home, one));
    });
    return sentences;
  } catch {
    return [];
  }
}
