import type { NativeAnchor } from '../../../shared/model/native.ts';
import { type Handle, sql } from './handle.ts';
import { parentOf } from './open-handle.ts';
import { entriesOf, rowsOf } from './query.ts';

interface Row {
  seq: number;
  name: string;
  id: number;
  at: string;
  entries: number;
}

const COLUMNS = 'SELECT seq, name, id, at, entries FROM anchors';

/** All anchors, the oldest first; in a fork those of the shared prefix too, with what the fork added to their phases. */
export const anchorsOf = (handle: Handle): NativeAnchor[] => withState(handle, [...anchorRows(handle).values()]);

/** The newest of a name, else that of a sequence number as text. Reads one row. */
export const anchorOf = (handle: Handle, nameOrSeq: string): NativeAnchor | null => {
  const row =
    oneRow(handle, 'WHERE name = ? AND id > 0 ORDER BY seq DESC LIMIT 1', nameOrSeq) ??
    (/^\d{1,9}$/.test(nameOrSeq) ? oneRow(handle, 'WHERE seq = ? AND id > 0', BigInt(nameOrSeq)) : null);
  return row === null ? null : (withState(handle, [row])[0] ?? null);
};

/** The newest anchor, without its state; null for a tape that has none. */
export const lastAnchorOf = (handle: Handle): Row | null => oneRow(handle, 'WHERE id > 0 ORDER BY seq DESC LIMIT 1');

const oneRow = (handle: Handle, clause: string, ...binds: (string | bigint)[]): Row | null => {
  const own = sql<(string | bigint)[], Row>(handle, `${COLUMNS} ${clause}`).get(...binds) ?? null;
  const { fork } = handle;
  if (own !== null || fork === null) return own;
  const shared = sql<(string | bigint)[], Row>(parentOf(handle), `${COLUMNS} ${clause.replace('id > 0', 'id BETWEEN 1 AND ?')}`);
  const row = shared.get(...(clause.startsWith('WHERE id') ? [BigInt(fork.start)] : [...binds, BigInt(fork.start)])) ?? null;
  return row && { ...row, entries: countShared(handle, row) + countOwn(handle, row.seq) };
};

/** By sequence number. */
const anchorRows = (handle: Handle): Map<number, Row> => {
  const { fork } = handle;
  const own = sql<[], Row>(handle, `${COLUMNS} ORDER BY seq`).all();
  if (fork === null) return new Map(own.map((row) => [row.seq, row]));
  const shared = sql<[bigint], Row>(parentOf(handle), `${COLUMNS} WHERE id <= ? ORDER BY seq`).all(BigInt(fork.start));
  const later = laterThan(handle, fork.start);
  const rows = new Map(shared.map((row) => [row.seq, { ...row, entries: row.entries - (later.get(row.seq) ?? 0) }]));
  for (const row of own) {
    const known = rows.get(row.seq);
    rows.set(row.seq, known === undefined ? row : { ...known, entries: known.entries + row.entries });
  }
  return rows;
};

/** Entries of the parent behind the fork's start, by phase. */
const laterThan = (handle: Handle, start: number): Map<number, number> => {
  const rows = sql<[bigint], { seq: number; count: number }>(
    parentOf(handle),
    'SELECT anchor_seq AS seq, count(*) AS count FROM entries WHERE id > ? GROUP BY +anchor_seq',
  ).all(BigInt(start));
  return new Map(rows.map(({ seq, count }) => [seq, count]));
};

const countShared = (handle: Handle, row: Row): number => {
  const later = sql<[bigint, bigint], { count: number }>(
    parentOf(handle),
    'SELECT count(*) AS count FROM entries WHERE anchor_seq = ? AND id > ?',
  ).get(BigInt(row.seq), BigInt(handle.fork?.start ?? 0));
  return row.entries - (later?.count ?? 0);
};

const countOwn = (handle: Handle, seq: number): number =>
  sql<[bigint], { entries: number }>(handle, 'SELECT entries FROM anchors WHERE seq = ?').get(BigInt(seq))?.entries ?? 0;

const withState = (handle: Handle, rows: readonly Row[]): NativeAnchor[] => {
  const pointers = rows.flatMap(({ id }) => rowsOf(handle, { ids: [id, id] }));
  const states = new Map(entriesOf(handle, pointers).map(({ id, payload }) => [id, stateOf(payload)]));
  return rows.map(({ seq, name, id, at, entries }) => ({ seq, name, id, at, state: states.get(id) ?? {}, entries }));
};

const stateOf = (payload: unknown): Record<string, unknown> => {
  const state = typeof payload === 'object' && payload !== null && 'state' in payload ? payload.state : null;
  return typeof state === 'object' && state !== null && !Array.isArray(state) ? (state as Record<string, unknown>) : {};
};
