import { type Handle, sql } from './handle.ts';
import { phaseFolder } from './names.ts';
import { parentOf } from './open-handle.ts';

/** A phase that entries can be filed under. */
export interface Phase {
  seq: number;
  name: string;
  /** Under `anchors/` in the folder of this tape; for a phase shared with the parent, where this fork's own part of it goes. */
  folder: string;
}

const COLUMNS = 'SELECT seq, name, folder FROM anchors';

/** The newest phase; null for a tape that has none yet. */
export function newestPhase(handle: Handle): Phase | null {
  const own = sql<[], Phase>(handle, `${COLUMNS} ORDER BY seq DESC LIMIT 1`).get() ?? null;
  if (own !== null || handle.fork === null) return own;
  return (
    sql<[bigint], Phase>(parentOf(handle), `${COLUMNS} WHERE id <= ? ORDER BY seq DESC LIMIT 1`).get(BigInt(handle.fork.start)) ?? null
  );
}

/** The newest phase of that name, else that of a sequence number as text; null where there is none. */
export function phaseNamed(handle: Handle, name: string): Phase | null {
  return newestOf(handle, 'name = ?', name) ?? (/^\d{1,9}$/.test(name) ? newestOf(handle, 'seq = ?', BigInt(name)) : null);
}

const newestOf = (handle: Handle, clause: string, bind: string | bigint): Phase | null => {
  const own = sql<[string | bigint], Phase>(handle, `${COLUMNS} WHERE ${clause} ORDER BY seq DESC LIMIT 1`).get(bind) ?? null;
  if (own !== null || handle.fork === null) return own;
  const shared = sql<[string | bigint, bigint], Phase>(
    parentOf(handle),
    `${COLUMNS} WHERE ${clause} AND id <= ? ORDER BY seq DESC LIMIT 1`,
  );
  return shared.get(bind, BigInt(handle.fork.start)) ?? null;
};

export function nextPhase(newest: Phase | null, name: string): Phase {
  const seq = (newest?.seq ?? 0) + 1;
  return { seq, name, folder: phaseFolder(seq, name) };
}
