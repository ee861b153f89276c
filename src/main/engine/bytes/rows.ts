import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { Damaged, type Foreign, openForeign, type Row, type Value } from '../disk/foreign.ts';
import type { Columns, DatabaseShape, TableShape } from '../formats/database.ts';
import { databases } from '../formats/databases.ts';
import type { Json, JsonObject } from '../formats/values.ts';
import { openArchiveRows } from './archive-rows.ts';
import type { OpenRows, RowRecord, RowRef, RowText } from './open-rows.ts';
import { isArchiveName, type RowTape, rowAt, rowTapeAt } from './row-place.ts';

/** Tables alone: a view would run what somebody else wrote. */
const COLUMNS = `SELECT m.name AS "table", c.name AS "column" FROM sqlite_master m, pragma_table_xinfo(m.name) c
  WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL%' AND c.hidden = 0`;

const columnsOf = (db: Foreign): Columns => {
  const columns = new Map<string, Set<string>>();
  for (const { table, column } of db.all<{ table: string; column: string }>(COLUMNS))
    columns.set(table, (columns.get(table) ?? new Set()).add(column));
  return columns;
};

/** Opens a database of an agent, or an archive. Throws TapeError('not-a-log') for any other, and what `openForeign` throws. */
export function openRows(file: string): OpenRows {
  if (isArchiveName(file)) return openArchiveRows(file);
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
  return new TapeError('not-a-log', `${file} is an SQLite database ${tables}, of no agent that Tapescope reads.`, { path: file });
};

const readerOf = (db: Foreign, shape: DatabaseShape, columns: Columns): OpenRows => {
  const [tapes, rows] = [shape.tapes(columns), shape.rows(columns)];
  const selects = shape.tables.map(({ name, owner }) => `SELECT * FROM "${name}" WHERE rowid = ? AND "${owner}" = ?`);
  const keyed = (key: string) => ({ key });
  const text: OpenRows['text'] = (key, table, row) => {
    const [select, one] = [selects[table], shape.tables[table]];
    const [found] = select === undefined ? [] : db.all<Row>(select, row, key);
    return found === undefined || one === undefined ? null : recordText(one, found);
  };
  return {
    ...{ shape, db, text },
    tapes: (key) =>
      key === undefined ? db.all(`SELECT * FROM (${tapes})`) : db.all(`SELECT * FROM (${tapes}) WHERE key = @key`, keyed(key)),
    after: (key, at, limit) =>
      at === null
        ? db.all(`SELECT * FROM (${rows}) ORDER BY at LIMIT @limit`, { key, limit })
        : db.all(`SELECT * FROM (${rows}) WHERE at > @at ORDER BY at LIMIT @limit`, { key, at, limit }),
    upTo: (key, at) => db.all<{ n: number }>(`SELECT count(*) AS n FROM (${rows}) WHERE at <= @at`, { key, at })[0]?.n ?? 0,
    records: (key, refs) => recordsOf(db, shape, key, refs),
    close: () => db.close(),
  };
};

/** What the number of a row is called among its columns. */
const NUMBER = '#rowid';
/** `+` keeps SQLite from going through all rows of the tape for the few that are asked for. */
const fetchOf = ({ name, owner }: TableShape): string =>
  `SELECT *, rowid AS "${NUMBER}" FROM "${name}" WHERE rowid IN (SELECT value FROM json_each(@rows)) AND +"${owner}" = @key`;

function recordsOf(db: Foreign, shape: DatabaseShape, key: string, refs: readonly RowRef[]): (RowRecord | null)[] {
  const found = new Map<string, RowRecord>();
  for (const [t, table] of shape.tables.entries()) {
    const numbers = refs.filter((ref) => ref.t === t).map(({ row }) => row);
    if (numbers.length === 0) continue;
    const rows = db.all<Row>(fetchOf(table), { key, rows: JSON.stringify(numbers) });
    for (const row of rows) found.set(`${t} ${row[NUMBER]}`, recordOf(table, row));
  }
  return refs.map(({ t, row }) => found.get(`${t} ${row}`) ?? null);
}

/** A column of a row as it is in a record: its JSON, and the value of that. */
interface Field {
  column: string;
  text: string;
  value: Json;
}

interface Fields {
  fields: Field[];
  broken: string | null;
}

const NAME = 'table';

/** What a record says of a row: its table, and each column that is not null. Columns that hold JSON are in it as they are. */
function fieldsOf({ name, json = [], packed = [], unpack }: TableShape, row: Row): Fields {
  const fields: Field[] = [{ column: NAME, text: JSON.stringify(name), value: name }];
  let broken: string | null = null;
  for (const [column, value] of Object.entries(row)) {
    if (value === null || column === NUMBER) continue;
    const isPacked = packed.includes(column);
    const held = isPacked ? unpacked(value, unpack) : json.includes(column) ? asJson(value) : null;
    if (held === null && (isPacked || json.includes(column)))
      broken ??= `its column ${column} holds no ${isPacked ? 'value that can be read' : 'JSON'}`;
    fields.push({ column, ...(held ?? plain(value)) });
  }
  return { fields, broken };
}

/** A row as JSON. */
const recordText = (shape: TableShape, row: Row): RowText => {
  const { fields, broken } = fieldsOf(shape, row);
  return { text: `{${fields.map(({ column, text }) => `${JSON.stringify(column)}:${text}`).join(',')}}`, broken };
};

/** The object that JSON.parse makes of `recordText`, without that text. */
const recordOf = (shape: TableShape, row: Row): RowRecord => {
  const { fields, broken } = fieldsOf(shape, row);
  const record: JsonObject = {};
  let length = 1;
  for (const { column, text, value } of fields) {
    // Its name, a colon, its value, and a comma or the last brace.
    length += bytesOf(column) + Buffer.byteLength(text) + 2;
    setOwn(record, column, value);
  }
  return { record, length, broken };
};

/** Bytes of the names of columns, of which there are few. */
const named = new Map<string, number>();

const bytesOf = (column: string): number => {
  const known = named.get(column);
  if (known !== undefined) return known;
  const length = Buffer.byteLength(JSON.stringify(column));
  if (named.size < 1000) named.set(column, length);
  return length;
};

const setOwn = (record: JsonObject, column: string, value: Json): void => {
  if (column !== '__proto__') record[column] = value;
  else Object.defineProperty(record, column, { value, enumerable: true, configurable: true, writable: true });
};

const unpacked = (value: Exclude<Value, null>, unpack: TableShape['unpack']): Omit<Field, 'column'> | null => {
  try {
    const held = unpack?.(typeof value === 'object' ? value : Buffer.from(String(value))) ?? null;
    return { text: JSON.stringify(held), value: held };
  } catch {
    return null;
  }
};

const asJson = (text: Exclude<Value, null>): Omit<Field, 'column'> | null => {
  if (typeof text !== 'string') return null;
  try {
    return { text, value: JSON.parse(text) as Json };
  } catch {
    return null;
  }
};

const plain = (value: Exclude<Value, null>): Omit<Field, 'column'> => {
  if (typeof value === 'bigint') return { text: value.toString(), value: Number(value) };
  const held = typeof value === 'object' ? Buffer.from(value).toString('base64') : value;
  return { text: JSON.stringify(held), value: typeof held === 'number' && !Number.isFinite(held) ? null : held };
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
