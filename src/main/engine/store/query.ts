import type { NativeEntry } from '../../../shared/model/native.ts';
import { type Handle, sql } from './handle.ts';
import { headOf } from './index-entry.ts';
import { parentOf } from './open-handle.ts';
import { POINTER_COLUMNS, type Pointer, readLines } from './read-lines.ts';
import type { EntryQuery, IndexRow } from './types.ts';

const COLUMNS = `id, kind, anchor_name, anchor_seq, file_path, line_offset, created_at, summary, byte_offset, byte_length, chars, digest, chain, corrects`;

type Bind = string | bigint;

/** Rows of the query in the order of ids; those of a fork's shared prefix come from its parent's index. */
export function rowsOf(handle: Handle, query: EntryQuery): IndexRow[] {
  return rowsWith<IndexRow>(handle, query, COLUMNS);
}

/** What reading their lines needs of them, in a quarter of the time. */
export function pointersOf(handle: Handle, query: EntryQuery): Pointer[] {
  return rowsWith<Pointer>(handle, query, POINTER_COLUMNS);
}

const rowsWith = <Row>(handle: Handle, query: EntryQuery, columns: string): Row[] => {
  const own = ownRows<Row>(handle, query, columns);
  const { fork } = handle;
  const limit = query.limit === undefined ? undefined : query.limit - own.length;
  if (fork === null || limit === 0 || (query.ids?.[0] ?? 0) > fork.start) return own;
  const shared: EntryQuery = { ...query, ids: [query.ids?.[0] ?? 1, Math.min(query.ids?.[1] ?? fork.start, fork.start)] };
  return [...ownRows<Row>(parentOf(handle), limit === undefined ? shared : { ...shared, limit }, columns), ...own];
};

const ownRows = <Row>(handle: Handle, query: EntryQuery, columns: string): Row[] => {
  const { from, where, binds } = clauses(query);
  const limit = query.limit === undefined ? '' : 'LIMIT ?';
  const order = limit === '' ? 'ORDER BY id' : 'ORDER BY id DESC';
  const rows = sql<Bind[], Row>(handle, `SELECT ${columns} FROM entries ${from} ${where} ${order} ${limit}`).all(
    ...binds,
    ...(query.limit === undefined ? [] : [BigInt(query.limit)]),
  );
  return query.limit === undefined ? rows : rows.reverse();
};

/**
 * The query in SQL. One index answers it and the rest filters what that gives: ids are the table itself, then the phase, the kind, the
 * time. A plus sign keeps SQLite from another index: without statistics it guesses.
 */
const clauses = ({ kind, phases, ids, since, until }: EntryQuery): { from: string; where: string; binds: Bind[] } => {
  const parts: string[] = [];
  const binds: Bind[] = [];
  const add = (part: string, ...values: Bind[]): void => {
    parts.push(part);
    binds.push(...values);
  };
  if (ids !== undefined) add('id BETWEEN ? AND ?', BigInt(ids[0]), BigInt(ids[1]));
  if (phases !== undefined) {
    const column = ids === undefined ? 'anchor_seq' : '+anchor_seq';
    if (phases[0] === phases[1]) add(`${column} = ?`, BigInt(phases[0]));
    else add(`${column} BETWEEN ? AND ?`, BigInt(phases[0]), BigInt(phases[1]));
  }
  if (kind !== undefined) add(`${ids === undefined && phases === undefined ? '' : '+'}kind = ?`, kind);
  const byTime = parts.length === 0 && (since !== undefined || until !== undefined);
  if (since !== undefined) add(`${byTime ? '' : '+'}created_at >= ?`, since);
  if (until !== undefined) add(`${byTime ? '' : '+'}created_at <= ?`, until);
  return { from: byTime ? 'INDEXED BY idx_entries_created' : '', where: parts.length === 0 ? '' : `WHERE ${parts.join(' AND ')}`, binds };
};

/** The entries of rows, in their order, read from the files of the tape and, for a shared prefix, of its parent. */
export function entriesOf(handle: Handle, rows: readonly Pointer[], exact?: boolean): NativeEntry[] {
  const start = handle.fork?.start ?? 0;
  const shared = rows.filter(({ id }) => id <= start);
  const own = rows.filter(({ id }) => id > start);
  return [
    ...(shared.length === 0 ? [] : readLines(parentOf(handle).folder, shared, { exact })),
    ...readLines(handle.folder, own, { exact }),
  ];
}

export function lastId(handle: Handle): number {
  return headOf(handle).id;
}
