import type { Format, Sample } from '../format.ts';
import { isObject } from '../json.ts';
import { share } from '../share.ts';
import { snapshotFormat } from '../snapshots/format.ts';
import type { JsonObject } from '../values.ts';
import { entriesIn, isGroup, isOtlp, isPlain } from './entries.ts';
import { isHeader, isObservation } from './langfuse.ts';
import { thread } from './thread.ts';

/** Traces of OpenTelemetry with what models were asked in them, as exporters and back ends write them. */
export const otel = {
  ...{ id: 'otel', name: 'OpenTelemetry', detect, locate: () => ({}), thread },
  document: { records: ['*', 'resourceSpans.*', 'observations.*'] },
  ...snapshotFormat(entriesIn),
} as const satisfies Format;

function detect(sample: Sample): number {
  return share(sample.records.filter(isObject), likeness, ({ type, uuid }) => typeof type === 'string' && typeof uuid === 'string');
}

const likeness = (record: JsonObject): number => ([isOtlp, isGroup, isPlain, isObservation, isHeader].some((is) => is(record)) ? 1 : 0);
