import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { NativeEntry } from '../../../shared/model/native.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { parseExactly } from '../formats/exact.ts';
import { isAltered, parseLine } from './line.ts';
import type { IndexRow } from './types.ts';

/** Where a line is. */
export type Pointer = Pick<IndexRow, 'id' | 'file_path' | 'line_offset' | 'byte_offset' | 'byte_length'> &
  Partial<Pick<IndexRow, 'digest'>>;

/** Lines that are no further apart than this are read at once, up to a piece of that size. */
const GAP = 1 << 16;
const PIECE = 1 << 22;

/** The bytes of each row's line, in the order of the rows. Throws 'unreadable' with file and line where they are not there. */
export const readBytes = (folder: string, rows: readonly Pointer[]): Buffer[] => {
  const found = new Map<Pointer, Buffer>();
  for (const [path, inFile] of Map.groupBy(rows, (row) => row.file_path)) {
    const file = openFile(folder, path);
    try {
      for (const run of runs(inFile)) readRun(file, run, found, join(folder, path));
    } finally {
      closeSync(file);
    }
  }
  return rows.map((row) => found.get(row) ?? Buffer.alloc(0));
};

/**
 * The entries of rows; one that is not what its row has the digest of is marked as altered. A line that `wanted` refuses is left out and not taken apart. `exact` keeps numbers as they are written (formats/exact.ts).
 * Throws 'unreadable' where a line is not the entry that the index says.
 */
export const readLines = (folder: string, rows: readonly Pointer[], { wanted, exact = false }: Reading = {}): NativeEntry[] => {
  const lines = readBytes(folder, rows);
  return rows.flatMap((row, at) => {
    const text = lines[at]?.toString('utf8') ?? '';
    if (wanted?.(text) === false) return [];
    const line = exact ? parseLine(text, parseExactly) : parseLine(text);
    if (line === null || line.id !== row.id) throw altered(join(folder, row.file_path), row);
    const plain = exact && row.digest !== undefined ? parseLine(text) : line;
    return [row.digest !== undefined && plain !== null && isAltered(plain, row.digest) ? { ...line, altered: true as const } : line];
  });
};

interface Reading {
  wanted?: (line: string) => boolean;
  exact?: boolean | undefined;
}

const openFile = (folder: string, path: string): number => {
  try {
    return openSync(join(folder, path), 'r');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new TapeError('unreadable', `${join(folder, path)} cannot be read: ${why}.`);
  }
};

/** Rows of one file in the order of their places, cut where there is a gap or the piece is full. */
const runs = (rows: readonly Pointer[]): Pointer[][] => {
  const found: Pointer[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  let begin = 0;
  for (const row of rows.toSorted((a, b) => a.byte_offset - b.byte_offset)) {
    if (row.byte_offset - end > GAP || row.byte_offset + row.byte_length - begin > PIECE) {
      found.push([]);
      begin = row.byte_offset;
    }
    found.at(-1)?.push(row);
    end = row.byte_offset + row.byte_length;
  }
  return found;
};

const readRun = (file: number, run: readonly Pointer[], found: Map<Pointer, Buffer>, path: string): void => {
  const [first] = run;
  const last = run.at(-1);
  if (first === undefined || last === undefined) return;
  const buffer = Buffer.allocUnsafe(last.byte_offset + last.byte_length - first.byte_offset);
  let read = 0;
  for (let more = 1; more > 0 && read < buffer.length; read += more) {
    more = readSync(file, buffer, read, buffer.length - read, first.byte_offset + read);
  }
  for (const row of run) {
    const from = row.byte_offset - first.byte_offset;
    if (from + row.byte_length > read) throw altered(path, row);
    found.set(row, buffer.subarray(from, from + row.byte_length));
  }
};

const altered = (path: string, row: Pointer): TapeError =>
  new TapeError(
    'unreadable',
    `${path}:${row.line_offset} is not entry ${row.id} as the index says. "tape verify" tells what was changed, "tape reindex" takes it as it is.`,
  );
