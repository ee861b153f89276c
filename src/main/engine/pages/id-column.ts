/**
 * Ids of consecutive rows as one string, which costs a fraction of as many strings to keep, store and send. UUIDs stand one
 * after the other; ids of any other form are a JSON list.
 */
export type IdColumn = string;

const WIDTH = 36;
const FIXED = 'U';
const LISTED = 'J';
const NONE = ' '.repeat(WIDTH);

/** Null where no row has an id. */
export function encodeIds(ids: readonly (string | null)[]): IdColumn | null {
  let some = false;
  for (const id of ids) {
    if (id === null) continue;
    if (id.length !== WIDTH || id === NONE) return LISTED + JSON.stringify(ids);
    some = true;
  }
  return some ? FIXED + ids.map((id) => id ?? NONE).join('') : null;
}

/** Lists that were looked into lately: rows are asked for one by one, and a list is only useful as a whole. */
const lately = new Map<IdColumn, (string | null)[]>();
const KEPT = 64;
/** The one of them that was looked into last: to find it among the others took a thirteenth of an import. */
let last: { column: IdColumn; ids: readonly (string | null)[] } = { column: '', ids: [] };

const listed = (column: IdColumn): readonly (string | null)[] => {
  if (column !== last.column) last = { column, ids: found(column) };
  return last.ids;
};

const found = (column: IdColumn): readonly (string | null)[] => {
  const known = lately.get(column);
  if (known) return known;
  const made: (string | null)[] = JSON.parse(column.slice(1));
  lately.set(column, made);
  const [oldest] = lately.size > KEPT ? lately.keys() : [];
  if (oldest !== undefined) lately.delete(oldest);
  return made;
};

/** How many rows a column of UUIDs has; −1 for a list. */
const fixedRows = (column: IdColumn): number => (column.startsWith(FIXED) ? (column.length - 1) / WIDTH : -1);

/** The ids by row; as many as were encoded, none for a column of null. */
export function decodeIds(column: IdColumn | null): readonly (string | null)[] {
  if (column === null) return [];
  const rows = fixedRows(column);
  return rows < 0 ? listed(column) : Array.from({ length: rows }, (_, row) => idAt(column, row));
}

/** The id of one row, or null. */
export function idAt(column: IdColumn | null, row: number): string | null {
  if (column === null) return null;
  if (!column.startsWith(FIXED)) return listed(column)[row] ?? null;
  const id = column.slice(1 + row * WIDTH, 1 + (row + 1) * WIDTH);
  return id === '' || id === NONE ? null : id;
}

/** The rows `from` … `to` of `more` after the first `rows` rows of `column`. */
export function appendIds(column: IdColumn | null, rows: number, more: IdColumn | null, from: number, to: number): IdColumn | null {
  if (column === null && more === null) return null;
  const fixed = (one: IdColumn | null): boolean => one === null || one.startsWith(FIXED);
  if (fixed(column) && fixed(more)) {
    const before = (column ?? FIXED).padEnd(1 + rows * WIDTH);
    return before + (more ?? FIXED).slice(1 + from * WIDTH, 1 + to * WIDTH).padEnd((to - from) * WIDTH);
  }
  const known = decodeIds(column);
  const before = Array.from({ length: rows }, (_, row) => known[row] ?? null);
  const after = decodeIds(more);
  return encodeIds([...before, ...Array.from({ length: to - from }, (_, row) => after[from + row] ?? null)]);
}
