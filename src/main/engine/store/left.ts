import { closeSync, fstatSync, openSync, readFileSync, readSync, statSync, writeFileSync } from 'node:fs';
import { codeOf, isAlive, removeIfThere } from '../disk/disk.ts';

/**
 * How an index was left, in a small file next to it: its size and time. SQLite notices a page that is not a page, and not one with other bytes, so an
 * index that anything but a writer of ours has changed is made again from the files. Its log needs no such look: each frame in it has a checksum, and
 * what a lost one held is read from the files. All that changes the index itself runs inside of `bring`.
 */
const leftFile = (index: string): string => `${index}-left`;
/** Names the process that is bringing pages from the log to the index, which is not as it was left meanwhile. One at a time. */
const bringingFile = (index: string): string => `${index}-bringing`;

/** Which file an index is, with its size and time in one text; null where there is none. One look at the file system. */
export function seenAt(index: string): { inode: bigint; look: string } | null {
  const found = statSync(index, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : { inode: found.ino, look: `${found.size}:${found.mtimeMs}` };
}

const textOf = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
};

/** Runs `act` as far as the disk lets it: what a full one keeps from being written is noticed at the next look, and costs another index. */
const tried = (act: () => void): boolean => {
  try {
    act();
    return true;
  } catch (error) {
    if (codeOf(error) === '') throw error;
    return false;
  }
};

const isSame = (index: string): boolean => textOf(leftFile(index)) === (seenAt(index)?.look ?? '');

const isBrought = (index: string): boolean => {
  const pid = Number(textOf(bringingFile(index)) ?? 0);
  return pid > 0 && isAlive(pid);
};

/** Whether nobody but us has changed an index: a look at two small files. Twice, since whoever brought pages may have ended in between. */
export function isAsLeft(index: string): boolean {
  return isSame(index) || isBrought(index) || isSame(index);
}

/** After an index was made: this is how it is left. */
export function leave(index: string): void {
  tried(() => writeFileSync(leftFile(index), seenAt(index)?.look ?? '', { mode: 0o600 }));
}

/** A process that was killed leaves its mark, which counts no more. */
const begin = (index: string): boolean => {
  const file = bringingFile(index);
  if (!isBrought(index)) tried(() => removeIfThere(file));
  return tried(() => writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 }));
};

/** Runs what may bring pages from the log to the index, and writes down how that leaves it, unless it was not as it had been left before. */
const bringNow = (index: string, act: () => void): void => {
  try {
    const known = isSame(index);
    act();
    if (known) leave(index);
  } finally {
    tried(() => removeIfThere(bringingFile(index)));
  }
};

/** Unless another process does it just now. */
export function bringUnlessBrought(index: string, act: () => void): void {
  if (begin(index)) bringNow(index, act);
}

/** Milliseconds between two tries, and how many there are before it is done all the same. */
const PAUSE = 4;
const TRIES = 250;

const pause = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);

/** After another process that does it. */
export function bring(index: string, act: () => void): void {
  for (let tries = 0; tries < TRIES; tries++) {
    if (begin(index)) {
      bringNow(index, act);
      return;
    }
    if (!isBrought(index)) break;
    pause();
  }
  act();
}

/** SQLite's log (https://www.sqlite.org/fileformat2.html#the_write_ahead_log): a head, then frames, each a head that names its run, and a page. */
const LOG_HEAD = 32;
const FRAME_HEAD = 24;

/** Bytes of a log that its run has filled: what comes after them is of an earlier one, which SQLite writes over. 0 where there is none. */
export function filled(wal: string): number {
  let file: number;
  try {
    file = openSync(wal, 'r');
  } catch (failure) {
    if (codeOf(failure) === 'ENOENT') return 0;
    throw failure;
  }
  try {
    const head = Buffer.alloc(LOG_HEAD);
    if (readSync(file, head, 0, LOG_HEAD, 0) < LOG_HEAD) return 0;
    const [salts, length] = [head.subarray(16, 24), FRAME_HEAD + head.readUInt32BE(8)];
    const found = Buffer.alloc(salts.length);
    const isOfRun = (frame: number): boolean =>
      readSync(file, found, 0, found.length, LOG_HEAD + frame * length + 8) === found.length && found.equals(salts);
    let [from, to] = [0, Math.floor((fstatSync(file).size - LOG_HEAD) / length)];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (isOfRun(middle)) from = middle + 1;
      else to = middle;
    }
    return LOG_HEAD + from * length;
  } finally {
    closeSync(file);
  }
}
