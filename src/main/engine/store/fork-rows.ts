import type { ForkRow } from '../../../shared/model/native.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { sizeOf } from '../disk/disk.ts';
import { type Handle, sql } from './handle.ts';
import { closeHandle, openHandle, parentOf } from './open-handle.ts';
import { tapeFolder } from './places.ts';
import { lastId } from './query.ts';

type Row = Omit<ForkRow, 'entries' | 'state'>;

const COLUMNS = 'SELECT name, start, at, who, note, prefix, merged FROM forks';

/** The forks of a session's tape, in the order in which they were made; none for a fork. */
export function forksOf(handle: Handle): ForkRow[] {
  return handle.fork === null
    ? sql<[], Row>(handle, `${COLUMNS} ORDER BY id`)
        .all()
        .map((row) => forkRow(handle, row))
    : [];
}

/** The merge event in the parent that closed this fork; null for an open one. Throws 'not-found' where no event tells that it was made. */
export function mergedBy(handle: Handle): number | null {
  const name = handle.fork?.name ?? '';
  const row = sql<[string], Row>(parentOf(handle), `${COLUMNS} WHERE name = ?`).get(name);
  if (row !== undefined) return row.merged;
  throw new TapeError('not-found', `No event of its parent mentions the fork "${name}": a crash cut it short. Create it again.`);
}

/** Names of the open forks. */
export function openForksOf(handle: Handle): string[] {
  return sql<[], { name: string }>(handle, 'SELECT name FROM forks WHERE merged IS NULL ORDER BY id')
    .all()
    .map(({ name }) => name);
}

const forkRow = (handle: Handle, row: Row): ForkRow => ({
  ...row,
  entries: ownEntries(handle, row),
  state: row.merged === null ? 'open' : 'merged',
});

/** What the fork has of its own, from its own index; nothing where its folder is gone. */
const ownEntries = (handle: Handle, { name, start }: Row): number => {
  const which = { session: handle.which.session, fork: name };
  if (sizeOf(tapeFolder(handle.workspace, which)) === null) return 0;
  const fork = openHandle(handle.workspace, which, { ...handle.options, create: false });
  try {
    return lastId(fork) - start;
  } finally {
    closeHandle(fork);
  }
};
