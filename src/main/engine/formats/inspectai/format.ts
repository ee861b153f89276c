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

/** A sample says what it is of. Its events have the clock of the work, but for those of older versions. */
function detect({ records }: Sample): number {
  const objects = records.filter(isObject);
  const known = objects.some(isHead);
  return share(
    objects,
    (record) => (isHead(record) ? 1 : likeness(record, known)),
    ({ event }) => event === undefined,
  );
}

const isHead = ({ sample, evaluation }: JsonObject): boolean => isObject(sample) && isObject(evaluation);

function likeness({ event, working_start: start, result }: JsonObject, known: boolean): number {
  if (event === undefined) return known && isObject(result) ? 0.6 : 0;
  return typeof event === 'string' && (known || typeof start === 'number') ? 1 : 0.3;
}
