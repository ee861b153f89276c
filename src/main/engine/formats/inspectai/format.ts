import type { Format, Sample } from '../format.ts';
import { isObject } from '../json.ts';
import { share } from '../share.ts';
import { snapshotFormat } from '../snapshots/format.ts';
import type { JsonObject } from '../values.ts';
import { entriesIn } from './entries.ts';

/** Samples of evaluations by Inspect: their events, as the archive of an evaluation has them. */
export const inspect = {
  ...{ id: 'inspectai', name: 'Inspect', detect, locate: () => ({}) },
  ...snapshotFormat(entriesIn),
} as const satisfies Format;

/** Events with the clock of the work, and what they belong to. */
function detect({ records }: Sample): number {
  return share(records.filter(isObject), likeness, ({ event }) => event === undefined);
}

function likeness({ event, working_start: start, sample, evaluation, result }: JsonObject): number {
  if (isObject(evaluation) && isObject(sample)) return 1;
  if (event === undefined) return isObject(result) ? 0.6 : 0;
  return typeof event === 'string' && typeof start === 'number' ? 1 : 0.3;
}
