import type { Columns } from '../tape/columns.ts';
import type { Sent } from './conversation.ts';

/** Longer than this nobody waits for an answer: the clock of the log jumped, or somebody was away. */
const LONGEST = 3_600_000;

/** Milliseconds from the entry before until an answer began; null where the log does not say. */
export function latencyOf({ time }: Pick<Columns, 'time'>, seq: number): number | null {
  const took = (time[seq - 1] ?? Number.NaN) - (time[seq - 2] ?? Number.NaN);
  return took > 0 && took < LONGEST ? took : null;
}

/** What the rail says of entries: in context, out of it, or only to come; nothing while that is not known. */
export function railOf(seqs: readonly number[], sent: Sent | null, before: boolean): 'in' | 'out' | 'later' | 'unknown' {
  if (!before) return 'later';
  if (sent === null) return 'unknown';
  return seqs.some((seq) => sent.has(seq)) ? 'in' : 'out';
}
