import type { EntryRow, StepRow, TapeRow } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import type { Catalog } from '../catalog/types.ts';

/** An answer with all its results is shorter; a tape of a million entries may hold no request at all before. */
const MOST = 50_000;

/**
 * What was written from a request on, before entry `to`, for the next request to read: its answer, results, what a person said then. In
 * a tree only what hangs on the request; entries without an id stand in a list, and all of them count.
 */
export const writtenBehind = (
  { entries }: Catalog,
  tape: TapeRow,
  { first, sidechain }: Pick<StepRow, 'first' | 'sidechain'>,
  to: number,
): EntryRow[] => {
  const hang = new Set([first]);
  return entries(tape.id, Math.max(first, to - MOST), to).filter((row) => {
    const hangs = row.id === null || hang.has(row.seq) || (row.parentSeq !== null && hang.has(row.parentSeq));
    if (hangs) hang.add(row.seq);
    return hangs && isSent(row) && has(row.flags, Flag.Sidechain) === sidechain;
  });
};

const isSent = ({ flags }: EntryRow): boolean => has(flags, Flag.Sent) && !has(flags, Flag.Excluded | Flag.Sidecar);
