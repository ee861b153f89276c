import { formatDuration } from '../../ui/format.ts';
import type { Columns } from '../tape/columns.ts';
import type { Sent } from './conversation.ts';

const MINUTE = 60_000;
/** Longer than this nobody waits for an answer: the clock of the log jumped, or somebody was away. */
const LONGEST = 60 * MINUTE;

/** Milliseconds from the entry before until an answer began; null where the log does not say. */
export function latencyOf({ time }: Pick<Columns, 'time'>, seq: number): number | null {
  const took = (time[seq - 1] ?? Number.NaN) - (time[seq - 2] ?? Number.NaN);
  return took > 0 && took < LONGEST ? took : null;
}

/** A latency for the gutter, which has room for a number and a unit: "12 s", "1.2 min", "38 min". */
export function shortLatency(took: number): string {
  return took < MINUTE ? formatDuration(took) : `${(took / MINUTE).toFixed(took < 10 * MINUTE ? 1 : 0)} min`;
}

/** What the rail says of entries: in context, out of it, or only to come; nothing while that is not known. */
export function railOf(seqs: readonly number[], sent: Sent | null, before: boolean): 'in' | 'out' | 'later' | 'unknown' {
  if (!before) return 'later';
  if (sent === null) return 'unknown';
  return seqs.some((seq) => sent.has(seq)) ? 'in' : 'out';
}
