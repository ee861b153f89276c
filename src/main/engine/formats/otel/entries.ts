import { asList, asObject, asString, isObject } from '../json.ts';
import { type Aside, asideEntry, type Entry, entriesOf, type Snapshot } from '../snapshots/snapshot.ts';
import type { Json, JsonObject } from '../values.ts';
import { headed, isHeader, isObservation, observed } from './langfuse.ts';
import { asideOf, isRequest, snapshotOf, strange } from './request.ts';
import { keyValues, otlpSpan, plainSpan, type Span } from './span.ts';

/** Records of traces as entries: of a request its blocks, of anything else one. */

const entries = (one: Snapshot | Aside): Entry[] => ('request' in one ? entriesOf(one) : [asideEntry(one)]);

/** Spans of OTLP with what they were written by. */
function spansIn(groups: readonly Json[]): Span[] {
  return groups.filter(isObject).flatMap((group) => {
    const resource = keyValues(asObject(group.resource)?.attributes);
    const scopes = asList(group.scopeSpans ?? group.instrumentationLibrarySpans).filter(isObject);
    return scopes.flatMap(({ spans }) => asList(spans).filter(isObject)).map((span) => otlpSpan(span, resource));
  });
}

/** A span with a request below it that is another one is not a request itself: somebody recorded the same twice. */
function ofSpans(spans: readonly Span[]): Entry[] {
  const around = new Set(spans.filter(isRequest).map(({ parent }) => parent));
  return spans.flatMap((span) => entries(isRequest(span) && !around.has(span.id) ? snapshotOf(span) : asideOf(span)));
}

/** Events that are logged next to spans. */
function logged(record: JsonObject): Entry[] {
  return asList(record.resourceLogs)
    .filter(isObject)
    .flatMap(({ resource, scopeLogs }) =>
      asList(scopeLogs)
        .filter(isObject)
        .flatMap(({ logRecords }) => asList(logRecords).filter(isObject))
        .map((log) => eventSpan(log, keyValues(asObject(resource)?.attributes))),
    )
    .flatMap((span) =>
      entries(isRequest(span) && span.id !== '' && span.attributes['gen_ai.input.messages'] ? snapshotOf(span) : asideOf(span)),
    );
}

/** An event of a span as a span of its own: it may be the only place that has what was sent. */
function eventSpan(log: JsonObject, resource: JsonObject): Span {
  const span = otlpSpan({ ...log, startTimeUnixNano: log.timeUnixNano ?? log.observedTimeUnixNano ?? null }, resource);
  const body = keyValues([{ key: 'body', value: log.body ?? null }]);
  return {
    ...span,
    name: asString(log.eventName) ?? asString(span.attributes['event.name']) ?? 'log',
    attributes: { ...span.attributes, ...body },
  };
}

export function isOtlp({ resourceSpans, resourceLogs }: JsonObject): boolean {
  return Array.isArray(resourceSpans) || Array.isArray(resourceLogs);
}

/** An item of a document of OTLP: the spans of one program. */
export function isGroup({ scopeSpans }: JsonObject): boolean {
  return Array.isArray(scopeSpans);
}

/** A span by itself, with its ids in a context of its own. */
export function isPlain({ context, name }: JsonObject): boolean {
  return typeof name === 'string' && typeof asObject(context)?.span_id === 'string';
}

/** The entries of a record of a trace. Never throws; a record of no known shape is one entry, which says so. */
export function entriesIn(record: JsonObject): Entry[] {
  if (isOtlp(record)) return [...ofSpans(spansIn(asList(record.resourceSpans))), ...logged(record)];
  if (isGroup(record)) return ofSpans(spansIn([record]));
  if (isPlain(record)) return ofSpans([plainSpan(record)]);
  if (isObservation(record)) return entries(observed(record));
  if (isHeader(record)) return [asideEntry(headed(record))];
  const listed = Object.values(record).flatMap((list) => asList(list).filter(isObject));
  return listed.some(isPlain) ? ofSpans(listed.filter(isPlain).map(plainSpan)) : [asideEntry(strange(record))];
}
