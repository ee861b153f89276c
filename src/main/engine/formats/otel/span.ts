import { asList, asNumber, asObject, asString, define, isObject, timeOf } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';

/** A span of a trace in one shape for all exporters. */
export interface Span {
  id: string;
  parent: string | null;
  trace: string | null;
  name: string;
  /** "LLM", "AGENT", "TOOL" as OpenInference has it, or Langfuse's type; empty where nobody says. */
  kind: string;
  start: number | null;
  end: number | null;
  failed: boolean;
  /** By their full names. */
  attributes: JsonObject;
  events: { name: string; attributes: JsonObject }[];
  /** The program that wrote it. */
  resource: JsonObject;
}

/** Attributes nest no deeper. */
const DEPTH = 40;

/** A value as OTLP spells it: an object that names its type. */
function anyValue(value: Json | undefined, depth = DEPTH): Json {
  const typed = asObject(value);
  if (typed === null || depth === 0) return null;
  if (typed.stringValue !== undefined) return asString(typed.stringValue);
  if (typed.intValue !== undefined) return wholeNumber(typed.intValue);
  if (typed.doubleValue !== undefined) return asNumber(typed.doubleValue);
  if (typed.boolValue !== undefined) return typed.boolValue === true;
  if (typed.bytesValue !== undefined) return { type: 'base64', data: asString(typed.bytesValue) };
  if (typed.arrayValue !== undefined) return asList(asObject(typed.arrayValue)?.values).map((one) => anyValue(one, depth - 1));
  return typed.kvlistValue === undefined ? null : keyValues(asObject(typed.kvlistValue)?.values, depth - 1);
}

/** 64-bit numbers are strings in JSON; those that a double cannot hold stay text. */
function wholeNumber(value: Json): Json {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : (asString(value) ?? null);
}

/** A list of keys with values as an object. */
export function keyValues(list: Json | undefined, depth = DEPTH): JsonObject {
  const found: JsonObject = {};
  for (const pair of asList(list)) if (isObject(pair) && typeof pair.key === 'string') define(found, pair.key, anyValue(pair.value, depth));
  return found;
}

/** Epoch ms of nanoseconds, which are a string in JSON. */
function nanoTime(value: Json | undefined): number | null {
  const nanos = Number(typeof value === 'string' || typeof value === 'number' ? value : Number.NaN);
  const time = Math.floor(nanos / 1e6);
  return time > 0 && time <= 8.64e15 ? time : null;
}

const FAILED: ReadonlySet<Json> = new Set<Json>([2, 'STATUS_CODE_ERROR', 'ERROR', 'Error', 'error']);

/** A span of OTLP. */
export function otlpSpan(value: JsonObject, resource: JsonObject): Span {
  const attributes = keyValues(value.attributes);
  return {
    ...{ id: asString(value.spanId) ?? '', parent: asString(value.parentSpanId) || null, trace: asString(value.traceId) },
    ...{ name: asString(value.name) ?? '', kind: kindIn(attributes), attributes, resource },
    ...{ start: nanoTime(value.startTimeUnixNano), end: nanoTime(value.endTimeUnixNano) },
    failed: FAILED.has(asObject(value.status)?.code ?? null),
    events: asList(value.events)
      .filter(isObject)
      .map((event) => ({ name: asString(event.name) ?? '', attributes: keyValues(event.attributes) })),
  };
}

const kindIn = (attributes: JsonObject): string =>
  (asString(attributes['openinference.span.kind']) ?? asString(attributes['langfuse.observation.type']) ?? '').toUpperCase();

/** A span as Phoenix exports it, and the console exporters of the SDKs: `context` has its ids, attributes are plain. */
export function plainSpan(value: JsonObject): Span {
  const { trace_id: trace, span_id: id } = asObject(value.context) ?? {};
  const attributes = flat(asObject(value.attributes) ?? {});
  const status = asObject(value.status);
  return {
    ...{ id: asString(id) ?? asString(value.id) ?? '', parent: asString(value.parent_id) || null, trace: asString(trace) },
    ...{ name: asString(value.name) ?? '', kind: asString(value.span_kind)?.toUpperCase() ?? kindIn(attributes), attributes },
    ...{ start: timeOf(value.start_time), end: timeOf(value.end_time), resource: asObject(asObject(value.resource)?.attributes) ?? {} },
    failed: FAILED.has(value.status_code ?? status?.status_code ?? null),
    events: asList(value.events)
      .filter(isObject)
      .map((event) => ({ name: asString(event.name) ?? '', attributes: flat(asObject(event.attributes) ?? {}) })),
  };
}

/** Attributes by their full names: some exports nest them by the dots. Lists stay as they are. */
function flat(value: JsonObject, prefix = '', into: JsonObject = {}, depth = DEPTH): JsonObject {
  for (const [key, inner] of Object.entries(value)) {
    if (isObject(inner) && depth > 0 && Object.keys(inner).length > 0) flat(inner, `${prefix}${key}.`, into, depth - 1);
    else define(into, prefix + key, inner);
  }
  return into;
}

/** Attributes below a prefix as they nest: numbers among the names are places in a list. */
export function nested(attributes: JsonObject, prefix: string): JsonObject {
  const root: JsonObject = Object.create(null);
  for (const [key, value] of Object.entries(attributes)) if (key.startsWith(prefix)) put(root, key.slice(prefix.length).split('.'), value);
  return root;
}

function put(root: JsonObject, path: readonly string[], value: Json): void {
  let at = root;
  for (const name of path.slice(0, -1).slice(0, DEPTH)) {
    const inner = at[name];
    const next: JsonObject = isObject(inner) ? inner : Object.create(null);
    at[name] = next;
    at = next;
  }
  at[path.at(-1) ?? ''] = value;
}

/** What is numbered in an object that `nested` made, in order. */
export function numbered(value: Json | undefined): Json[] {
  const item = asObject(value);
  if (item === null) return asList(value);
  return Object.keys(item)
    .filter((key) => /^\d{1,7}$/.test(key))
    .sort((a, b) => Number(a) - Number(b))
    .map((key) => item[key] ?? null);
}
