import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { NativeEntry } from '../../../shared/model/native.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { parseExactly } from '../formats/exact.ts';
import { isAltered, parseLine } from './line.ts';
import type { IndexRow } from './types.ts';

/** Where a line is. */
export type LinePlace = Pick<IndexRow, 'id' | 'file_path' | 'line_offset' | 'byte_offset' | 'byte_length'>;

/** And what it has to be: its digest as hex, since SQLite hands out bytes far slower than text. */
export interface Pointer extends LinePlace {
  digest?: string;
}

export const POINTER_COLUMNS = 'id, file_path, line_offset, byte_offset, byte_length, lower(hex(digest)) AS digest';

/** Lines that are no further apart than this are read at once, up to a piece of that size. */
const GAP = 1 << 16;
const PIECE = 1 << 22;

/** How many lines were read, for tests. */
export const linesRead = { count: 0 };

/** Each row's line, in the order of the rows. Throws 'unreadable' with file and line where it is not there. */
const readEach = <Line>(folder: string, rows: readonly LinePlace[], lineIn: (piece: Buffer, from: number, to: number) => Line): Line[] => {
  const lines: Line[] = [];
  linesRead.count += rows.length;
  for (const [path, inFile] of Map.groupBy(rows.keys(), (at) => rows[at]?.file_path ?? '')) {
    const file = openFile(folder, path);
    try {
      for (const run of runs(rows, inFile)) {
        const piece = readRun(file, run, join(folder, path));
        for (const { at, from, to } of run.lines) lines[at] = lineIn(piece, from - run.from, to - run.from);
      }
    } finally {
      closeSync(file);
    }
  }
  return lines;
};

/** The bytes of each row's line, in the order of the rows. Throws 'unreadable' with file and line where they are not there. */
export function readBytes(folder: string, rows: readonly LinePlace[]): Buffer[] {
  return readEach(folder, rows, (piece, from, to) => piece.subarray(from, to));
}

const readTexts = (folder: string, rows: readonly LinePlace[]): string[] =>
  readEach(folder, rows, (piece, from, to) => piece.toString('utf8', from, to));

/**
 * The entries of rows; one that is not what its row has the digest of is marked as altered. A line that `wanted` refuses is left out and not taken apart. `exact` keeps numbers as they are written (formats/exact.ts).
 * Throws 'unreadable' where a line is not the entry that the index says.
 */
export function readLines(folder: string, rows: readonly Pointer[], { wanted, exact = false }: Reading = {}): NativeEntry[] {
  const texts = readTexts(folder, rows);
  const entries: NativeEntry[] = [];
  for (const [at, row] of rows.entries()) {
    const text = texts[at] ?? '';
    if (wanted?.(text, row.id) === false) continue;
    const line = exact ? parseLine(text, parseExactly) : parseLine(text);
    if (line === null || line.id !== row.id) throw altered(join(folder, row.file_path), row);
    const plain = exact && row.digest !== undefined ? parseLine(text) : line;
    entries.push(row.digest !== undefined && plain !== null && isAltered(plain, row.digest) ? { ...line, altered: true as const } : line);
  }
  return entries;
}

interface Reading {
  wanted?: (line: string, id: number) => boolean;
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

/** Lines that are read at once, each with the place of its row. */
interface Run {
  from: number;
  to: number;
  lines: { row: LinePlace; at: number; from: number; to: number }[];
}

/** Rows of one file in the order of their places, cut where there is a gap or the piece is full. */
const runs = (rows: readonly LinePlace[], inFile: readonly number[]): Run[] => {
  const found: Run[] = [];
  let run: Run = { from: 0, to: Number.NEGATIVE_INFINITY, lines: [] };
  const from = (at: number): number => rows[at]?.byte_offset ?? 0;
  for (const at of inFile.toSorted((a, b) => from(a) - from(b))) {
    const row = rows[at];
    if (row === undefined) continue;
    const to = row.byte_offset + row.byte_length;
    if (row.byte_offset - run.to > GAP || to - run.from > PIECE) {
      run = { from: row.byte_offset, to, lines: [] };
      found.push(run);
    }
    run.lines.push({ row, at, from: row.byte_offset, to });
    run.to = to;
  }
  return found;
};

const readRun = (file: number, run: Run, path: string): Buffer => {
  const buffer = Buffer.allocUnsafe(run.to - run.from);
  let read = 0;
  for (let more = 1; more > 0 && read < buffer.length; read += more) {
    more = readSync(file, buffer, read, buffer.length - read, run.from + read);
  }
  const torn = run.lines.find(({ to }) => to - run.from > read);
  if (torn !== undefined) throw altered(path, torn.row);
  return buffer;
};

const altered = (path: string, row: LinePlace): TapeError =>
  new TapeError(
    'unreadable',
    `${path}:${row.line_offset} is not entry ${row.id} as the index says. "tape verify" shows what changed, "tape reindex" accepts it as it is.`,
  );
