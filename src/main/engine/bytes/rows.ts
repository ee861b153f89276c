import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { Damaged, type Foreign, openForeign, type Value } from '../disk/foreign.ts';
import type { Columns, DatabaseShape, TableShape, TapeInRows } from '../formats/database.ts';
import { databases } from '../formats/databases.ts';
import type { Json, JsonObject } from '../formats/values.ts';
import { openArchiveRows } from './archive-rows.ts';
import type { OpenRows, RowRecord, RowRef, RowText } from './open-rows.ts';
import { isArchiveName, isYamlName, type RowTape, rowAt, rowTapeAt } from './row-place.ts';
import { openYamlRows } from './yaml-rows.ts';

/** Tables alone: a view would run what somebody else wrote. */
const COLUMNS = `SELECT m.name AS "table", c.name AS "column" FROM sqlite_master m, pragma_table_xinfo(m.name) c
  WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL%' AND c.hidden <> 1 ORDER BY c.cid`;

const columnsOf = (db: Foreign): Columns => {
  const columns = new Map<string, Set<string>>();
  for (const { table, column } of db.all<{ table: string; column: string }>(COLUMNS))
    columns.set(table, (columns.get(table) ?? new Set()).add(column));
  return columns;
};

/** Opens a database of an agent, an archive, or a YAML file. Throws TapeError('not-a-log') for any other, and what `openForeign` throws. */
export function openRows(file: string): OpenRows {
  if (isArchiveName(file)) return openArchiveRows(file);
  if (isYamlName(file)) return openYamlRows(file);
  const db = openForeign(file);
  try {
    const columns = columnsOf(db);
    const shape = databases().find((one) => one.fits(columns));
    if (shape === undefined) throw noAgents(file, columns);
    return readerOf(db, shape, columns);
  } catch (failure) {
    db.close();
    throw failure;
  }
}

const noAgents = (file: string, columns: Columns): TapeError => {
  const named = [...columns.keys()].slice(0, 6).join(', ');
  const tables = named === '' ? 'without tables' : `with the tables ${named}`;
  return new TapeError('not-a-log', `${file} is an SQLite database ${tables}, not from any agent that Tapescope reads.`, { path: file });
};

const readerOf = (db: Foreign, shape: DatabaseShape, columns: Columns): OpenRows => {
  const [tapes, rows, appended] = [shape.tapes(columns), shape.rows(columns), shape.appendedRows?.(columns)];
  const tables = shape.tables.map((table) => heldOf(table, columns));
  const keyed = (key: string) => ({ key });
  const tape = (key: string) => db.all<TapeInRows>(`SELECT * FROM (${tapes}) WHERE key = @key`, keyed(key));
  const rowsOf = (key: string): string => (appended !== undefined && tape(key)[0]?.appended === 1 ? appended : rows);
  return {
    ...{ shape, db },
    text(key, t, row) {
      const table = tables[t];
      const [values] = table === undefined ? [] : db.lists(table.one, row, key);
      return table === undefined || values === undefined ? null : recordText(table, values);
    },
    tapes: (key) => (key === undefined ? db.all(`SELECT * FROM (${tapes})`) : tape(key)),
    after: (key, at, limit) =>
      (at === null
        ? db.lists(`SELECT t, row, at FROM (${rowsOf(key)}) ORDER BY at LIMIT @limit`, { key, limit })
        : db.lists(`SELECT t, row, at FROM (${rowsOf(key)}) WHERE at > @at ORDER BY at LIMIT @limit`, { key, at, limit })
      ).map(refOf),
    upTo: (key, at) => db.all<{ n: number }>(`SELECT count(*) AS n FROM (${rowsOf(key)}) WHERE at <= @at`, { key, at })[0]?.n ?? 0,
    records: (key, refs) => recordsOf(db, tables, key, refs),
    close: () => db.close(),
  };
};

const refOf = ([t, row, at]: readonly Value[]): RowRef => ({
  t: Number(t),
  row: Number(row),
  at: typeof at === 'number' ? at : String(at),
});

/** A column of a table, and how its values are in a record. */
interface Column {
  name: string;
  holds: 'plain' | 'json' | 'packed';
  /** Bytes of its name, a colon, and the comma or brace after its value. */
  bytes: number;
}

/** A table that is there, and how its rows are asked for: each is its number, and its columns. */
interface Held extends Pick<TableShape, 'name' | 'unpack'> {
  columns: readonly Column[];
  one: string;
  some: string;
}

const heldOf = ({ name, owner, json = [], packed = [], unpack }: TableShape, columns: Columns): Held => {
  const names = [...(columns.get(name) ?? [])];
  const select = `SELECT rowid${names.map((column) => `, "${column.replaceAll('"', '""')}"`).join('')} FROM "${name}" WHERE`;
  return {
    ...{ name, ...(unpack && { unpack }) },
    columns: names.map((column) => ({
      name: column,
      holds: packed.includes(column) ? 'packed' : json.includes(column) ? 'json' : 'plain',
      bytes: Buffer.byteLength(JSON.stringify(column)) + 2,
    })),
    one: `${select} rowid = ? AND "${owner}" = ?`,
    // The plus keeps SQLite from going through all rows of the tape for the few that are asked for.
    some: `${select} rowid IN (SELECT value FROM json_each(@rows)) AND +"${owner}" = @key`,
  };
};

function recordsOf(db: Foreign, tables: readonly Held[], key: string, refs: readonly RowRef[]): (RowRecord | null)[] {
  const found = tables.map((table, t) => {
    const records = new Map<Value, RowRecord>();
    const numbers = refs.filter((ref) => ref.t === t).map(({ row }) => row);
    if (numbers.length === 0) return records;
    for (const values of db.lists(table.some, { key, rows: JSON.stringify(numbers) }))
      records.set(values[0] ?? null, recordOf(table, values));
    return records;
  });
  return refs.map(({ t, row }) => found[t]?.get(row) ?? null);
}

const NAME = 'table';

/** What is in a column of a row: its value, and what a record has of it, undefined where that is not what it should be. */
type Field = readonly [column: Column, value: Exclude<Value, null>, held: Json | undefined];

/** Calls `field` for each column that is not null; answers why one is not what it should be. */
const eachField = (table: Held, values: readonly Value[], field: (...field: Field) => void): string | null => {
  let broken: string | null = null;
  for (let at = 0; at < table.columns.length; at++) {
    const column = table.columns[at];
    const value = values[at + 1] ?? null;
    if (value === null || column === undefined) continue;
    const held = heldIn(table, column, value);
    if (held === undefined)
      broken ??= `its column ${column.name} holds no ${column.holds === 'packed' ? 'value that can be read' : 'JSON'}`;
    field(column, value, held);
  }
  return broken;
};

/** A row as JSON: its table, and each column that is not null. Columns that hold JSON are in it as they are. */
const recordText = (table: Held, values: readonly Value[]): RowText => {
  const fields = [`"${NAME}":${JSON.stringify(table.name)}`];
  const broken = eachField(table, values, (...field) => fields.push(`${JSON.stringify(field[0].name)}:${textOf(...field)}`));
  return { text: `{${fields.join(',')}}`, broken };
};

const textOf = (...[{ holds }, value, held]: Field): string => {
  if (holds === 'json' && held !== undefined) return String(value);
  return typeof value === 'bigint' ? value.toString() : JSON.stringify(held === undefined ? plain(value) : held);
};

/** The object that JSON.parse makes of `recordText`, without that text. */
const recordOf = (table: Held, values: readonly Value[]): RowRecord => {
  const record: JsonObject = { [NAME]: table.name };
  let length = 1 + NAME_BYTES + bytesOf(table.name);
  const broken = eachField(table, values, (column, value, held) => {
    setOwn(record, column.name, held === undefined ? plain(value) : held);
    length += column.bytes + lengthOf(column, value, held);
  });
  return { record, length, broken };
};

/** `"table":` and the comma or brace after the value. */
const NAME_BYTES = NAME.length + 4;

/** What a record has of a value; undefined where the column does not hold what it should. */
const heldIn = ({ unpack }: Held, { holds }: Column, value: Exclude<Value, null>): Json | undefined => {
  if (holds === 'plain') return plain(value);
  try {
    if (holds === 'packed') return unpack?.(typeof value === 'object' ? value : Buffer.from(String(value))) ?? null;
    return typeof value === 'string' ? (JSON.parse(value) as Json) : undefined;
  } catch {
    return undefined;
  }
};

const plain = (value: Exclude<Value, null>): Json => {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'object') return Buffer.from(value).toString('base64');
  return typeof value === 'number' && !Number.isFinite(value) ? null : value;
};

/** Bytes that a value has as JSON. */
const lengthOf = (...[{ holds }, value, held]: Field): number => {
  if (holds === 'json' && typeof value === 'string' && held !== undefined) return Buffer.byteLength(value);
  return typeof value === 'bigint' ? value.toString().length : bytesOf(held === undefined ? plain(value) : held);
};

/** Texts that are as long in JSON as they are, but for their quotes: ids, times and names. */
const SIMPLE = /^[ !#-[\]-~]{0,64}$/;

const bytesOf = (value: Json): number =>
  typeof value === 'string' && SIMPLE.test(value) ? value.length + 2 : Buffer.byteLength(JSON.stringify(value));

const setOwn = (record: JsonObject, column: string, value: Json): void => {
  if (column !== '__proto__') record[column] = value;
  else Object.defineProperty(record, column, { value, enumerable: true, configurable: true, writable: true });
};

const openTape = (source: string): { tape: RowTape; rows: OpenRows } => {
  const tape = rowTapeAt(source);
  if (tape === null) throw new TapeError('unreadable', `${source} cannot be read: it no longer exists.`, { file: source });
  return { tape, rows: openRows(tape.file) };
};

/** Bytes of records by pointer, as `Bytes` has them; none where the database cannot be opened (any more). */
export function openRowBytes(source: string) {
  let open: ReturnType<typeof openTape> | null = null;
  const begin = (): typeof open => {
    try {
      open ??= openTape(source);
    } catch (failure) {
      if (!(failure instanceof TapeError)) throw failure;
    }
    return open;
  };
  return {
    at(place: number): Buffer {
      const found = begin();
      return found === null ? Buffer.alloc(0) : (bytesAt(found, place) ?? Buffer.alloc(0));
    },
    close: () => open?.rows.close(),
  };
}

const bytesAt = ({ tape, rows }: ReturnType<typeof openTape>, place: number): Buffer | null => {
  const { table, row } = rowAt(place);
  try {
    const found = rows.text(tape.key, table, row);
    return found === null ? null : Buffer.from(found.text);
  } catch (failure) {
    if (failure instanceof Damaged) return null;
    throw failure;
  }
};

/** What `take` makes of the records at these places, in their order; undefined for what is not there any more. Throws what opening the database throws. */
export function takeRows<T>(source: string, places: readonly number[], take: (bytes: Buffer) => T): (T | undefined)[] {
  const open = openTape(source);
  try {
    const taken = new Map<number, T | undefined>();
    return places.map((place) => {
      if (taken.has(place)) return taken.get(place);
      const bytes = bytesAt(open, place);
      const one = bytes === null ? undefined : take(bytes);
      taken.set(place, one);
      return one;
    });
  } finally {
    open.rows.close();
  }
}
