import type { NativeAnchor } from '../../../shared/model/native.ts';
import { type Handle, sql } from './handle.ts';
import { parentOf } from './open-handle.ts';
import { entriesOf, pointersOf } from './query.ts';

interface Row {
  seq: number;
  name: string;
  id: number;
  at: string;
  folder: string;
}

const COLUMNS = 'SELECT seq, name, id, at, folder FROM anchors';

/** All anchors, the oldest first; in a fork those of the shared prefix too, with what the fork added to their phases. */
export function anchorsOf(handle: Handle): NativeAnchor[] {
  const own = sql<[], Row>(handle, `${COLUMNS} ORDER BY seq`).all();
  if (handle.fork === null) return withState(handle, own);
  const start = BigInt(handle.fork.start);
  return withState(handle, [...sql<[bigint], Row>(parentOf(handle), `${COLUMNS} WHERE id <= ? ORDER BY seq`).all(start), ...own]);
}

/** The newest of a name, else that of a sequence number as text. Reads one row. */
export function anchorOf(handle: Handle, nameOrSeq: string): NativeAnchor | null {
  const bySeq = /^\d{1,9}$/.test(nameOrSeq);
  const row = newest(handle, 'name = ?', nameOrSeq) ?? (bySeq ? newest(handle, 'seq = ?', BigInt(nameOrSeq)) : null);
  return row === null ? null : (withState(handle, [row])[0] ?? null);
}

/** The newest anchor, without its state; null for a tape that has none. Reads one row. */
export function lastAnchorOf(handle: Handle): Row | null {
  return newest(handle, '? > 0', 1n);
}

/** The entry of the anchor whose phase holds entry `at`; 1 where none is before it. Reads one row. */
export function anchorAt(handle: Handle, at: number): number {
  return newest(handle, 'id <= ?', BigInt(at))?.id ?? 1;
}

const newest = (handle: Handle, clause: string, bind: string | bigint): Row | null => {
  const own = sql<[string | bigint], Row>(handle, `${COLUMNS} WHERE ${clause} ORDER BY seq DESC LIMIT 1`).get(bind) ?? null;
  if (own !== null || handle.fork === null) return own;
  const shared = sql<[string | bigint, bigint], Row>(parentOf(handle), `${COLUMNS} WHERE ${clause} AND id <= ? ORDER BY seq DESC LIMIT 1`);
  return shared.get(bind, BigInt(handle.fork.start)) ?? null;
};

/** Entries of a phase: what its files hold; of a shared one the part before the fork, and what the fork added to it. */
const countOf = (handle: Handle, { seq, id, folder }: Row): number => {
  const own = entriesIn(handle, folder);
  const { fork } = handle;
  if (fork === null || id > fork.start) return own;
  const parent = parentOf(handle);
  const later = sql<[bigint, bigint], { n: number }>(parent, 'SELECT count(*) AS n FROM entries WHERE anchor_seq = ? AND id > ?').get(
    BigInt(seq),
    BigInt(fork.start),
  );
  return own + entriesIn(parent, folder) - (later?.n ?? 0);
};

/** The files of a folder are side by side in the table: `0` comes after `/`. */
const entriesIn = (handle: Handle, folder: string): number =>
  sql<[string, string], { n: number }>(handle, 'SELECT coalesce(sum(entries), 0) AS n FROM files WHERE path > ? AND path < ?').get(
    `anchors/${folder}/`,
    `anchors/${folder}0`,
  )?.n ?? 0;

const withState = (handle: Handle, rows: readonly Row[]): NativeAnchor[] => {
  const pointers = rows.flatMap(({ id }) => pointersOf(handle, { ids: [id, id] }));
  const lines = new Map(entriesOf(handle, pointers).map((entry) => [entry.id, entry]));
  return rows.map((row) => {
    const { seq, name, id, at } = row;
    const line = lines.get(id);
    const altered = line?.altered === true && { altered: true as const };
    return { seq, name, id, at, state: stateOf(line?.payload), entries: countOf(handle, row), ...altered };
  });
};

const stateOf = (payload: unknown): Record<string, unknown> => {
  const state = typeof payload === 'object' && payload !== null && 'state' in payload ? payload.state : null;
  return typeof state === 'object' && state !== null && !Array.isArray(state) ? (state as Record<string, unknown>) : {};
};
