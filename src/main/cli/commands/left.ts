import type { TapeRow } from '../../../shared/model/index.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Run } from '../command.ts';
import { formatLeft, lostOf } from '../format/left.ts';
import { namedAt } from '../points.ts';
import { beginnings } from '../previews.ts';
import type { Session } from '../session.ts';

/** The newest anchor or compaction of a tape, or of it up to an entry, but for its beginning. */
export const newestOf = async ({ call }: Session, row: TapeRow, command: string, upTo = row.entries): Promise<number> => {
  const { anchors } = await call('tapes.get', { tape: row.id });
  const newest = anchors.findLast(({ type, seq }) => (type === 'anchor' || type === 'compaction') && seq > 1 && seq <= upTo);
  if (newest) return newest.seq;
  throw new TapeError('bad-input', `This tape has no anchor and no compaction: add #ENTRY for tape ${command}.`);
};

export const run: Run = async ({ given, json, terminal, session }) => {
  const open = await session();
  const { row, point } = await namedAt(open, given);
  const seq = point !== null && !point.asked ? point.seq : await newestOf(open, row, 'left', point?.seq);
  const departure = await open.call('handoffs.left', { tape: row.id, seq, ...point?.asked });
  if (json) {
    terminal.json(departure);
    return undefined;
  }
  const told = [...departure.back, ...(departure.summary?.alike ?? []), ...lostOf(departure.entries)];
  const seqs = told.map((one) => one.seq);
  terminal.print(formatLeft(row, departure, await beginnings(open, row.id, [...new Set(seqs)], terminal.layout.width), terminal.layout));
  return undefined;
};
