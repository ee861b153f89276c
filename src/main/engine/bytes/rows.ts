import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Columns, DatabaseShape, TableShape } from '../formats/database.ts';
import { databases } from '../formats/databases.ts';
import { openArchiveRows } from './archive-rows.ts';
import { Damaged, type Foreign, openForeign, type Row, type Value } from './foreign.ts';
import type { OpenRows, RowText } from './open-rows.ts';
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
  return {
    ...{ shape, db },
    tapes: (key) =>
      key === undefined ? db.all(`SELECT * FROM (${tapes})`) : db.all(`SELECT * FROM (${tapes}) WHERE key = @key`, keyed(key)),
    after: (key, at, limit) =>
      at === null
        ? db.all(`SELECT * FROM (${rows}) ORDER BY at LIMIT @limit`, { key, limit })
        : db.all(`SELECT * FROM (${rows}) WHERE at > @at ORDER BY at LIMIT @limit`, { key, at, limit }),
    upTo: (key, at) => db.all<{ n: number }>(`SELECT count(*) AS n FROM (${rows}) WHERE at <= @at`, { key, at })[0]?.n ?? 0,
    text(key, table, row) {
      const [select, one] = [selects[table], shape.tables[table]];
      const [found] = select === undefined ? [] : db.all<Row>(select, row, key);
      return found === undefined || one === undefined ? null : recordText(one, found);
    },
    close: () => db.close(),
  };
};

/** A row as JSON. Columns that hold JSON are in it as they are. */
function recordText({ name, json = [], packed = [], unpack }: Omit<TableShape, 'owner'>, row: Row): RowText {
  let broken: string | null = null;
  const fields = Object.entries(row).flatMap(([column, value]) => {
    if (value === null) return [];
    const isPacked = packed.includes(column);
    const text = isPacked ? unpacked(value, unpack) : json.includes(column) && typeof value === 'string' ? asJson(value) : null;
    if (text === null && (isPacked || json.includes(column)))
      broken ??= `its column ${column} holds no ${isPacked ? 'value that can be read' : 'JSON'}`;
    return [`${JSON.stringify(column)}:${text ?? plain(value)}`];
  });
  return { text: `{${[`"table":${JSON.stringify(name)}`, ...fields].join(',')}}`, broken };
}

const unpacked = (value: Exclude<Value, null>, unpack: TableShape['unpack']): string | null => {
  try {
    const bytes = typeof value === 'object' ? value : Buffer.from(String(value));
    return JSON.stringify(unpack?.(bytes) ?? null);
  } catch {
    return null;
  }
};

const asJson = (text: string): string | null => {
  try {
    JSON.parse(text);
    return text;
  } catch {
    return null;
  }
};

const plain = (value: Exclude<Value, null>): string => {
  if (typeof value === 'bigint') return value.toString();
  return JSON.stringify(typeof value === 'object' ? Buffer.from(value).toString('base64') : value);
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
