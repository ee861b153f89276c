import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { witness } from '../bytes/ids.ts';
import type { OpenRows, RowRef } from '../bytes/open-rows.ts';
import { type RowTape, rowPlace, rowTapeAt } from '../bytes/row-place.ts';
import { openRows } from '../bytes/rows.ts';
import { salvagedRows } from '../bytes/salvage.ts';
import type { SourceRow } from '../database/source-row.ts';
import { Damaged } from '../disk/foreign.ts';
import type { TapeInRows } from '../formats/database.ts';
import type { Format } from '../formats/format.ts';
import { formatById } from '../formats/index.ts';
import type { JsonObject } from '../formats/values.ts';
import { finishBatch } from '../linking/drafts.ts';
import type { Parts } from '../pages/batch.ts';
import { type ImportOptions, newSource, type RowPart, type Seen } from '../storing/reading.ts';
import { countUnknown, type Reading } from '../storing/storing.ts';
import { BatchSink } from './batch-sink.ts';
import { seenOf, tapesOf } from './row-tapes.ts';
import { notesWith, type Opening, type Piece, type Since, takenOver } from './source.ts';

/** Rows of one batch. Between batches nothing is held of the database, so that its writer can go on. */
const ROWS = 512;
/** Rows that are fetched by one query. A packed one may hold a whole state, so it is fetched alone. */
const FETCHED = 64;
/** Rows that are listed at once, a multiple of `ROWS`: for each list the database puts all rows of the tape in order. */
const LISTED = 256 * ROWS;
/** This many rows are worth the help of another thread. */
const WORTH_HELP = 16 * ROWS;

/** What was read of a tape, in `SourceRow.tail`: how many rows, the last of them, and what it held. */
interface Read {
  rows: number;
  at: RowRef['at'] | null;
  table: number;
  row: number;
  last: string;
  damaged: boolean;
}

const NOTHING: Read = { rows: 0, at: null, table: 0, row: 0, last: '', damaged: false };

interface Opened {
  tape: RowTape;
  rows: OpenRows;
  found: TapeInRows;
  seen: Seen;
}

/** A tape in a database, while it is read. Throws TapeError where the database cannot be read, or has no such tape. */
export function openSqlite(path: string, options: ImportOptions): Opening {
  const opened = begin(path);
  const { rows, seen, found } = opened;
  return {
    whole: false,
    fresh(again) {
      const source: SourceRow = { ...newSource(path, rows.shape.format), ...seen, size: 0 };
      if (again === undefined) return source;
      const { kept, note } = takenOver(again);
      return { ...source, ...kept, notes: notesWith(again.known, found.appended ? [note] : []) };
    },
    since: (known) => sinceOf(known, opened),
    pieces: (reading) => piecesOf(opened, reading, options),
    end({ source }, stopped) {
      source.size = source.offset;
      // A tape that was left in the middle must not look like one that is done.
      if (stopped) source.inode = '';
    },
    witness: () => {},
    located: (source) => formatById(source.format).locate(path),
    close: () => rows.close(),
  };
}

const begin = (path: string): Opened => {
  const tape = rowTapeAt(path);
  if (tape === null) throw new TapeError('unreadable', `${path} cannot be read: its database no longer exists.`, { file: path });
  const rows = openRows(tape.file);
  try {
    const [found] = tapesOf(rows, tape.key);
    if (found === undefined) throw new TapeError('unreadable', `${tape.file} has no session ${tape.key} (any more).`, { file: path });
    return { tape, rows, found, seen: seenOf(tape.file, found, found.weight) };
  } catch (failure) {
    rows.close();
    throw failure;
  }
};

const readOf = ({ tail }: SourceRow): Read => (tail === '' ? NOTHING : (JSON.parse(tail) as Read));

const sinceOf = (known: SourceRow, { rows, tape, found, seen }: Opened): Since => {
  const { mtime, inode } = seen;
  if (known.inode === inode) return { type: 'same', now: { mtime } };
  const read = readOf(known);
  if (!found.appended || read.damaged) return { type: 'again', why: 'its rows were changed' };
  if (read.at === null) return { type: 'grown', now: { mtime, inode } };
  if (rows.upTo(tape.key, read.at) !== read.rows)
    return { type: 'again', why: 'rows that were read are gone, or others were inserted between them' };
  const last = rows.text(tape.key, read.table, read.row)?.text;
  if (last === undefined || witness(Buffer.from(last)) !== read.last)
    return { type: 'again', why: 'the last row that was read was changed' };
  return { type: 'grown', now: { mtime, inode } };
};

/** Rows after those that were read, as many as are listed at once; of a damaged database those that can be read. */
function* listsOf({ rows, tape }: Opened, read: Read): Generator<readonly RowRef[]> {
  try {
    for (;;) {
      const refs = rows.after(tape.key, read.at, LISTED);
      yield refs.slice(0, refs.length < ROWS ? refs.length : refs.length - (refs.length % ROWS));
      if (refs.length < ROWS) return;
    }
  } catch (failure) {
    if (!(failure instanceof Damaged)) throw failure;
    read.damaged = true;
  }
  if (read.rows > 0) return;
  for (const run of inRuns(salvagedRows(rows, tape.key))) yield run;
}

function* inRuns(refs: Iterable<RowRef>): Generator<RowRef[]> {
  let run: RowRef[] = [];
  for (const ref of refs) {
    run.push(ref);
    if (run.length < ROWS) continue;
    yield run;
    run = [];
  }
  yield run;
}

function* piecesOf(opened: Opened, { source, work, held }: Reading, options: ImportOptions): Generator<Piece> {
  const read = { ...readOf(source) };
  const damaged = read.damaged;
  for (const refs of listsOf(opened, read)) {
    const ended = refs.length < ROWS && !read.damaged;
    let taken = 0;
    for (const { batch, bytes } of batchesOf(opened, formatById(source.format), refs, options)) {
      taken += batch.lines;
      remember(opened, read, batch.lines, refs[taken - 1]);
      for (const problem of batch.problems) held.problems.push({ ...problem, line: problem.line + work.state.lines + 1 });
      source.total += batch.lines;
      source.with_entries += batch.withEntries;
      source.noted += batch.noted;
      source.unreadable += batch.unreadable;
      source.offset += bytes;
      countUnknown(source, batch.unknown);
      if (read.damaged && !damaged)
        source.notes = notesWith(
          source,
          [damageOf(opened)].filter((note) => !source.notes.includes(note)),
        );
      source.tail = JSON.stringify(read);
      yield { batch, bytes, last: ended };
    }
  }
}

const remember = ({ rows, tape }: Opened, read: Read, many: number, last: RowRef | undefined): void => {
  read.rows += many;
  if (last !== undefined)
    Object.assign(read, { at: last.at, table: last.t, row: last.row, last: witness(Buffer.from(textAt(rows, tape, last))) });
};

/** The parts of a list, one after the other; of a long one another thread reads some. */
const batchesOf = ({ rows, tape }: Opened, format: Format, refs: readonly RowRef[], { rowBatches }: ImportOptions): Iterable<RowPart> => {
  const parts = partsOf(rows, tape, format, refs);
  if (rowBatches === undefined || refs.length < WORTH_HELP) return eachOf(parts);
  const places = new Float64Array(refs.length * 2);
  for (const [at, { t, row }] of refs.entries()) places.set([t, row], at * 2);
  return rowBatches(places, parts);
};

function* eachOf<T extends RowPart>({ count, read }: Parts<T>): Generator<T> {
  for (let at = 0; at < count; at++) {
    const part = read(at);
    if (part !== null) yield part;
  }
}

const partsOf = (rows: OpenRows, tape: RowTape, format: Format, refs: readonly RowRef[]): Parts<RowPart> => ({
  count: Math.max(1, Math.ceil(refs.length / ROWS)),
  read: (at) => batchOf(rows, tape, format, refs.slice(at * ROWS, (at + 1) * ROWS)),
});

/** The parts of a list for a thread that helps: `places` are pairs of the number of a table and of a row. Throws what opening throws. */
export function openRowParts(path: string, places: Float64Array): { parts: Parts<RowPart>; close(): void } {
  const { rows, tape } = begin(path);
  const refs = Array.from({ length: places.length / 2 }, (_, at) => ({ t: places[2 * at] ?? 0, row: places[2 * at + 1] ?? 0, at }));
  return { parts: partsOf(rows, tape, formatById(rows.shape.format), refs), close: () => rows.close() };
}

const damageOf = ({ tape }: Opened): string =>
  `${tape.file} is damaged: all that could be read of it is here, in table order where an index is lost.`;

/** A row is a line of the receipt. */
const batchOf = (rows: OpenRows, tape: RowTape, format: Format, refs: readonly RowRef[]): RowPart => {
  const sink = new BatchSink(format);
  let bytes = 0;
  let unreadable = 0;
  let line = -1;
  for (const { ref, record, length, why } of rowsAt(rows, tape, refs)) {
    line += 1;
    const place = rowPlace(ref.t, ref.row);
    bytes += length;
    if (record !== null && place !== null) sink.record(record, place, length, line, null);
    else {
      unreadable += 1;
      sink.problem({ line, offset: place ?? 0, length, outcome: 'unreadable', reason: reasonOf(rows, ref, why) });
    }
  }
  const run = { from: 0, to: bytes, lines: refs.length, blank: 0, repaired: 0, late: false, bare: false, open: false };
  const counts = { unreadable, noted: sink.noted, withEntries: refs.length - unreadable - sink.noted };
  return { batch: finishBatch(sink.drafts, { ...run, ...counts, problems: sink.problems }), bytes };
};

/** What was read of a row; `why` says why it holds no record. */
interface AtRow {
  record: JsonObject | null;
  length: number;
  why: string | null;
}

const GONE: AtRow = { record: null, length: 0, why: 'it was removed while it was read' };
const DAMAGED: AtRow = { record: null, length: 0, why: 'its page is damaged' };

/** A row is read when it is its turn, a few at once. */
function* rowsAt(rows: OpenRows, tape: RowTape, refs: readonly RowRef[]): Generator<AtRow & { ref: RowRef }> {
  const many = rows.shape.tables.some(({ packed }) => packed !== undefined) ? 1 : FETCHED;
  for (let at = 0; at < refs.length; at += many) {
    const some = refs.slice(at, at + many);
    const found = recordsAt(rows, tape, some);
    for (const [index, ref] of some.entries()) yield { ref, ...(found[index] ?? GONE) };
  }
}

/** Where one of them is on a damaged page, each is asked for by itself. */
const recordsAt = (rows: OpenRows, { key }: RowTape, refs: readonly RowRef[]): AtRow[] => {
  const ask = (some: readonly RowRef[]): AtRow[] =>
    rows.records(key, some).map((found) => {
      if (found === null) return GONE;
      const { record, length, broken } = found;
      return { record: broken === null ? record : null, length, why: broken };
    });
  return orDamaged(
    () => ask(refs),
    () =>
      refs.flatMap((ref) =>
        orDamaged(
          () => ask([ref]),
          () => [DAMAGED],
        ),
      ),
  );
};

const textAt = (rows: OpenRows, { key }: RowTape, { t, row }: RowRef): string =>
  orDamaged(
    () => rows.text(key, t, row)?.text ?? '',
    () => '',
  );

const orDamaged = <T>(ask: () => T, otherwise: () => T): T => {
  try {
    return ask();
  } catch (failure) {
    if (failure instanceof Damaged) return otherwise();
    throw failure;
  }
};

const reasonOf = ({ shape }: OpenRows, { t, row }: RowRef, why: string | null): string => {
  const table = shape.tables[t]?.name ?? 'a table';
  return table === '' && why !== null ? why : `row ${row} of ${table} is unreadable: ${why ?? 'its number is too large'}`;
};
