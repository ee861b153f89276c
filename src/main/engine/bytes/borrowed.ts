import { readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Beginning, JsonObject } from '../formats/format.ts';
import { formats } from '../formats/index.ts';
import { parseRecord } from '../formats/mend.ts';
import { namesIn } from './names-in.ts';
import { closeLog, openLogOrNull, plainPath, unpackedOf } from './packed.ts';
import type { Places } from './places.ts';

/**
 * Files whose beginning is in another file: a fork that holds only its own lines, and says how many bytes of which file come before them. The
 * lines of the others are entries of its tape too. Their places are offsets with the number of the file, counted back from the tape's own.
 */

/** Bytes of one file at most, so that the number of the file and the offset are exact within one number. */
const LEVEL = 2 ** 44;

/** More files than any chain of forks has. A chain that runs in a circle ends here. */
const MOST = 64;

export interface BorrowedFile {
  file: string;
  /** How many of its bytes belong to the tape. */
  bytes: number;
}

/** The place of a byte in the nth file before the tape's own, from 1. */
export function placeIn(level: number, offset: number): number {
  return level * LEVEL + offset;
}

/** The place of the same byte as the file before the tape's own counts it. */
export function placeBefore(place: number): number {
  return place - LEVEL;
}

/** Whether a place in a file of lines is in another file. Folders of native tapes have places of their own (tape-place.ts). */
export function isBorrowed(source: string, offset: number): boolean {
  return offset >= LEVEL && /\.jsonl$/.test(plainPath(source));
}

/** Places in files of which the tape has the lines in common. */
export const borrowedPlaces: Places = {
  holds: isBorrowed,
  fileNo: (place) => Math.floor(place / LEVEL),
  fileOf: (source, place) => filesBefore(source)[Math.floor(place / LEVEL) - 1]?.file ?? null,
  offsetIn: (place) => place % LEVEL,
};

const kept = new Map<string, { stamp: string; files: BorrowedFile[] }>();
const KEPT = 256;

/** The files that the tape of a file begins in, the nearest first; fewer than there should be where one is missing. */
const filesBefore = (path: string): readonly BorrowedFile[] => {
  const stamp = stampOf(path);
  const held = kept.get(path);
  if (held?.stamp === stamp && held.files.every(({ file }) => stampOf(file) !== '')) return held.files;
  const { files } = chainOf(path);
  kept.set(path, { stamp, files });
  const [oldest] = kept.size > KEPT ? kept.keys() : [];
  if (oldest !== undefined) kept.delete(oldest);
  return files;
};

const stampOf = (path: string): string => {
  try {
    const { dev, ino } = statSync(path);
    return `${dev} ${ino}`;
  } catch {
    return '';
  }
};

/** Follows a file back to where its tape begins. `missing` names a file that is not there. */
export function chainOf(path: string): { files: BorrowedFile[]; missing: string | null } {
  const files: BorrowedFile[] = [];
  for (let at = path; files.length < MOST; ) {
    const wanted = beginningOf(at);
    if (wanted === null) return { files, missing: null };
    const file = findFile(at, wanted);
    if (file === null) return { files, missing: wanted.name };
    files.push({ file, bytes: wanted.bytes });
    at = file;
  }
  return { files, missing: null };
}

/** What the notes of a source say where a file that its tape begins in is not there. */
const LACKS = ', which is not there.';
export function lacking(name: string): string {
  return `Its tape begins in ${name}${LACKS}`;
}
/** A part of such a note, for whoever looks for it. */
export function isLacking(note: string): boolean {
  return note.startsWith('Its tape begins in ') && note.endsWith(LACKS);
}

const findFile = (from: string, { rule, name }: Wanted): string | null => {
  for (const folder of rule.folders(from, name)) {
    const found = namesIn(folder).find((file) => rule.isNamed(file, name));
    if (found !== undefined && join(folder, found) !== from) return join(folder, found);
  }
  return null;
};

const CHUNK = 256 * 1024;
const LONGEST = 64 << 20;
const LINE_FEED = 10;

interface Wanted {
  rule: Beginning;
  name: string;
  bytes: number;
}

/** What the first line of a file says of where its tape begins; null where that is here. */
const beginningOf = (path: string): Wanted | null => {
  const file = openLogOrNull(path);
  if (file === null) return null;
  try {
    const record = parseRecord(firstLine(file));
    return record === null ? null : wantedBy(record);
  } finally {
    closeLog(file);
  }
};

const wantedBy = (record: JsonObject): Wanted | null => {
  for (const { beginning: rule } of formats()) {
    const found = rule?.of(record) ?? null;
    if (rule && found !== null) return { rule, ...found };
  }
  return null;
};

/** The bytes up to the first line feed. */
const firstLine = (file: number): Buffer => {
  const unpacked = unpackedOf(file)?.bytes;
  if (unpacked !== undefined) return unpacked.subarray(0, Math.max(0, unpacked.indexOf(LINE_FEED)));
  const pieces: Buffer[] = [];
  for (let at = 0; at < LONGEST; ) {
    const buffer = Buffer.alloc(CHUNK);
    const read = readSync(file, buffer, 0, CHUNK, at);
    const end = buffer.subarray(0, read).indexOf(LINE_FEED);
    pieces.push(buffer.subarray(0, end < 0 ? read : end));
    if (end >= 0 || read === 0) break;
    at += read;
  }
  return Buffer.concat(pieces);
};

/** A file that the tape of a source begins in was missing when it was read (`notes` of its row), and is there now. */
export function lacksNothingNow({ notes, path }: { notes: string; path: string }): boolean {
  return notes !== '[]' && (JSON.parse(notes) as string[]).some(isLacking) && chainOf(path).missing === null;
}
