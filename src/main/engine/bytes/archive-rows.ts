import { statSync } from 'node:fs';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { ArchiveShape, TapeInArchive } from '../formats/archive.ts';
import { archives } from '../formats/archives.ts';
import type { TapeInRows } from '../formats/database.ts';
import { stringify } from '../formats/json.ts';
import type { Json, JsonObject } from '../formats/values.ts';
import type { OpenRows, RowRef } from './open-rows.ts';
import { openZip, type Zip } from './zip.ts';

/** Tapes in an archive, as tapes in the rows of a database: a record is a row of the one table, by its number. */

type Records = ReturnType<ArchiveShape['records']>;

/** Records of the tape that was read last: they are asked for one after the other. */
let lately: { stamp: string; records: Records } | null = null;

/** Opens an archive of a program that is known. Throws TapeError('not-a-log') for any other, and what `openZip` throws. */
export function openArchiveRows(file: string): OpenRows {
  const zip = openZip(file);
  try {
    const names = new Set(zip.entries.map(({ name }) => name));
    const shape = archives().find((one) => one.fits(names));
    if (shape === undefined) throw noPrograms(file, names);
    return readerOf(file, zip, shape);
  } catch (failure) {
    zip.close();
    throw failure;
  }
}

const noPrograms = (file: string, names: ReadonlySet<string>): TapeError =>
  new TapeError(
    'not-a-log',
    `${file} is a ZIP archive with the files ${[...names].slice(0, 4).join(', ')}, not from any program that Tapescope reads.`,
    {
      path: file,
    },
  );

const stampOf = ({ files }: TapeInArchive): string => files.map(({ crc, size }) => `${crc}/${size}`).join(' ');

const shortStamp = (tape: TapeInArchive): string => {
  const { crc = 0, size = 0 } = tape.files[0] ?? {};
  return `${tape.files.length} ${crc}/${size} ${tape.files.reduce((sum, one) => (sum + one.crc) % 0xffffffff, 0)}`;
};

function readerOf(file: string, zip: Zip, { format, tapes, records: recordsOf }: ArchiveShape): OpenRows {
  const found = tapes(zip.entries);
  const { mtimeMs } = statSync(file);
  const jsonOf = (name: string): Json => parsed(file, name, zip.read(name));
  const records = (key: string): Records => {
    const tape = found.find((one) => one.key === key);
    if (tape === undefined) return { count: 0, at: () => ({}) };
    const stamp = `${file} ${key} ${stampOf(tape)}`;
    if (lately?.stamp !== stamp) lately = { stamp, records: recordsOf(tape, jsonOf) };
    return lately.records;
  };
  const listed = (tape: TapeInArchive): TapeInRows => ({
    ...{ key: tape.key, time: mtimeMs, stamp: shortStamp(tape), appended: 0 },
    weight: tape.files.reduce((sum, { size }) => sum + size, 0),
  });
  return rowsOfRecords({
    format,
    table: 'records',
    tapes: (key) => found.filter((tape) => key === undefined || tape.key === key).map(listed),
    records,
    close: () => zip.close(),
  });
}

/** Tapes whose records are read one by one; one that cannot be read says why. */
export interface TapesOfRecords {
  format: string;
  /** What a receipt calls the records; none where each that cannot be read says so in a whole sentence. */
  table: string;
  /** All of them, or the one of a key. */
  tapes(key?: string): TapeInRows[];
  records(key: string): {
    count: number;
    at(index: number): JsonObject;
    broken?(index: number): string | null;
    /** Bytes that the file has of a record, where it is known; as JSON otherwise. */
    bytes?(index: number): number | null;
  };
  close(): void;
}

/** Tapes of records as tapes in the rows of a database: a record is a row of the one table, by its number. */
export function rowsOfRecords({ format, table: name, tapes, records, close }: TapesOfRecords): OpenRows {
  const at = (key: string, table: number, row: number) => {
    const all = records(key);
    if (table !== 0 || row >= all.count) return null;
    return { record: all.at(row), broken: all.broken?.(row) ?? null, bytes: all.bytes?.(row) ?? null };
  };
  return {
    shape: { format, tables: [{ name, owner: 'key' }], fits: () => true, tapes: () => '', rows: () => '' },
    db: { all: () => [], lists: () => [], close: () => {} },
    tapes,
    after: (key, from, limit) => refs(from === null ? 0 : Number(from) + 1, records(key).count, limit),
    upTo: (key, to) => Math.min(records(key).count, Number(to) + 1),
    text(key, table, row) {
      const found = at(key, table, row);
      return found === null ? null : { text: stringify(found.record), broken: found.broken };
    },
    records: (key, rows) =>
      rows.map(({ t, row }) => {
        const found = at(key, t, row);
        if (found === null) return null;
        const { record, broken, bytes } = found;
        return { record, broken, length: bytes ?? Buffer.byteLength(stringify(record)) };
      }),
    close,
  };
}

const refs = (from: number, count: number, limit: number): RowRef[] =>
  Array.from({ length: Math.max(0, Math.min(limit, count - from)) }, (_, index) => ({ t: 0, row: from + index, at: from + index }));

const parsed = (file: string, name: string, bytes: Buffer | null): Json => {
  if (bytes === null) return null;
  try {
    return JSON.parse(bytes.toString('utf8')) as Json;
  } catch {
    throw new TapeError('unreadable', `${name} in ${file} cannot be read: it is not JSON.`, { file });
  }
};
