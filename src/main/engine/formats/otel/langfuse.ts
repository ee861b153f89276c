import { asObject, asString, timeOf } from '../json.ts';
import { answerBlocks, bodyBlocks } from '../snapshots/body.ts';
import { unpacked } from '../snapshots/normal.ts';
import type { Aside, Snapshot } from '../snapshots/snapshot.ts';
import type { JsonObject } from '../values.ts';
import { contentOf } from './content.ts';
import { asideOf, factsOf, hintOf, isRequest, sessionOf } from './request.ts';
import type { Span } from './span.ts';
import { detailedCost, detailedUsage } from './usage.ts';

/** Observations as Langfuse exports them: input and output are fields of their own, and attributes are in the metadata. */

export function isObservation({ traceId, type, startTime, id }: JsonObject): boolean {
  return typeof id === 'string' && typeof traceId === 'string' && typeof type === 'string' && typeof startTime === 'string';
}

function spanOf(record: JsonObject): Span {
  const metadata = asObject(unpacked(record.metadata)) ?? {};
  const session = asString(record.sessionId) || null;
  const attributes = { ...(session !== null && { 'langfuse.session.id': session }), ...asObject(unpacked(metadata.attributes)) };
  return {
    ...{ id: asString(record.id) ?? '', parent: asString(record.parentObservationId), trace: asString(record.traceId) },
    ...{ name: asString(record.name) ?? '', kind: asString(record.type)?.toUpperCase() ?? '', attributes, events: [] },
    ...{ start: timeOf(record.startTime), end: timeOf(record.endTime), failed: record.level === 'ERROR' },
    resource: asObject(unpacked(metadata.resourceAttributes)) ?? {},
  };
}

/** What says again what other fields have. */
const REPEATED: ReadonlySet<string> = new Set(['metadata', 'input', 'output']);

/** An observation as a request where it is a generation of a model, else as what it is. */
export function observed(record: JsonObject): Snapshot | Aside {
  const span = spanOf(record);
  const { id, name, start, end, failed } = span;
  // The second version of the API has it by another name.
  const model = asString(record.model) ?? asString(record.providedModelName);
  const rest = Object.fromEntries(Object.entries(record).filter(([key]) => !REPEATED.has(key)));
  if (model === null || !isRequest(span)) {
    const { input = null, output = null } = record;
    return { ...asideOf(span), label: name, rest: { ...rest, input: unpacked(input), output: unpacked(output) } };
  }
  // Attributes have it as the program recorded it, with the tools; the fields have what the back end made of it.
  const { sent: recorded, answer } = contentOf(span);
  const sent = recorded ?? bodyBlocks(record.input);
  return {
    ...{ request: id, label: name, time: start, ended: end, model, cost: detailedCost(record), failed, sidechain: false },
    ...{
      usage: detailedUsage(asObject(unpacked(record.usageDetails)), record),
      sent,
      answer: answer.length > 0 ? answer : answerBlocks(record.output),
    },
    ...{ facts: factsOf(sent, sessionOf(span), model), hint: hintOf(span, true), rest },
  };
}

/** What an export has around its observations: the trace that they are of. */
export function isHeader({ trace }: JsonObject): boolean {
  return typeof asObject(trace)?.id === 'string';
}

/** The trace of an export, which names the session that it belongs to. */
export function headed(record: JsonObject): Aside {
  const { observations: _ids, ...trace } = asObject(record.trace) ?? {};
  const session = asString(trace.sessionId) ?? asString(trace.id);
  return {
    ...{ aside: 'trace', label: asString(trace.name) ?? '', time: timeOf(trace.timestamp), failed: false, unknown: false },
    facts: session === null ? {} : { session },
    rest: { ...record, trace },
  };
}
