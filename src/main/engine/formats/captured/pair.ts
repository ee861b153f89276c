import { asList, asNumber, asObject, asString, isObject, jsonOrText, timeOf } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';
import type { Exchange } from './exchange.ts';
import { BLOB_REF, LENS, TAP, TRACE } from './programs.ts';

/**
 * LHAR, in which context-lens exports sessions: a line for the session, then one for each request (or all of them in one document). Only with its
 * privacy set to `full` it keeps the bodies; without them there is no request.
 * https://github.com/larsderidder/context-lens/blob/main/docs/LHAR.md
 */

/** Whether a line is one of LHAR, a request or the session before them. */
function isLhar(value: Json | undefined): value is JsonObject {
  const { type, trace_id: trace } = asObject(value) ?? {};
  return (type === 'session' || type === 'entry') && typeof trace === 'string';
}

/** The request that an entry is, with its answer, as a pair; null for a session, and where the bodies were left out. */
function lharPair(entry: JsonObject): JsonObject | null {
  const { request_body: request, response_body: response } = asObject(entry.raw) ?? {};
  if (entry.type !== 'entry' || request === undefined || request === null) return null;
  const http = asObject(entry.http) ?? {};
  const { timestamp = null, trace_id: trace = null } = entry;
  const took = asNumber(asObject(entry.timings)?.total_ms);
  return {
    ...{ timestamp, trace_id: trace, ...(took !== null && { duration_ms: took }) },
    request: { method: asString(http.method) ?? 'POST', url: http.url ?? '', headers: http.request_headers ?? {}, body: request },
    response: { status_code: http.status_code ?? null, headers: http.response_headers ?? {}, body: response ?? null },
  };
}

/** A request with its answer as the programs that capture traffic write them, each in its own words, as an exchange. */

/** A body as text or bytes: JSON where it is, else its text. Bytes that are still compressed say nothing. */
export function bodyIn(text: string): Json {
  return text === '' ? null : /^\s*[[{"]/.test(text) ? jsonOrText(text) : text;
}

const decoded = (base64: string): Json => bodyIn(Buffer.from(base64, 'base64').toString('utf8'));

const bodyIs = (value: JsonObject): Json => {
  const { body, body_raw: raw, body_b64: base64, postData, content, sse_events: events } = value;
  if (Array.isArray(events) && events.length > 0) return events.map((event) => bodyOfEvent(asObject(event) ?? {}));
  if (typeof base64 === 'string') return decoded(base64);
  const inner = asObject(postData ?? content ?? null);
  const text = asString(inner?.text);
  if (text !== null) return inner?.encoding === 'base64' ? decoded(text) : bodyIn(text);
  const said = body ?? raw ?? null;
  return typeof said === 'string' ? bodyIn(said) : said;
};

const bodyOfEvent = ({ data, event }: JsonObject): Json => {
  const value = typeof data === 'string' ? jsonOrText(data) : (data ?? null);
  return isObject(value) && value.type === undefined && typeof event === 'string' ? { type: event, ...value } : value;
};

/** Headers as an object, as pairs, or as objects with a name. */
const headersIn = (value: Json | undefined): [name: string, value: string][] => {
  const pairs: [Json | undefined, Json | undefined][] = Array.isArray(value)
    ? value.map((one) => (Array.isArray(one) ? [one[0], one[1]] : [asObject(one)?.name, asObject(one)?.value]))
    : Object.entries(asObject(value) ?? {});
  return pairs.flatMap(([name, said]) => (typeof name === 'string' && typeof said === 'string' ? [[name.toLowerCase(), said]] : []));
};

/** Ids that headers have, under the names that joins go by. No other header is looked at: it may open an account. */
const IDS: readonly (readonly [RegExp, string])[] = [
  [/^(x-)?request-id$/, 'request_id'],
  [/^(x-)?(\w+-)*(session|conversation)[-_]id$/, 'session_id'],
  [/^thread[-_]id$/, 'thread_id'],
];

/** What headers tell to join an exchange to a log. */
export function joinOf(...lists: readonly (Json | undefined)[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, value] of lists.flatMap(headersIn)) {
    const [, known] = IDS.find(([like]) => like.test(name)) ?? [];
    if (known !== undefined && found[known] === undefined) found[known] = value;
  }
  return found;
}

/** Seconds or milliseconds since 1970, or a date as text. */
const instant = (value: Json | undefined): number | null => {
  const number = asNumber(value);
  return number === null ? timeOf(value) : number > 1e11 ? Math.round(number) : Math.round(number * 1000);
};

/** An address without its host and without what may be a key. */
export function pathOf(url: string): string {
  return url.replace(/^\w+:\/\/[^/]*/, '').replace(/\?.*$/s, '');
}

/** Whether an object is a pair of a request and an answer. */
function isPair(value: Json | undefined): value is JsonObject {
  const request = asObject(asObject(value)?.request);
  if (request === null || asObject(value)?.exchange !== undefined) return false;
  return typeof request.url === 'string' || typeof request.method === 'string' || isBody(request);
}

/** Whether an object is what some API takes as a request. */
function isBody(value: JsonObject): boolean {
  return (
    (typeof value.model === 'string' || isObject(value.generationConfig)) &&
    [value.messages, value.input, value.contents].some(Array.isArray)
  );
}

/** Whether a record is a line of captures: a pair, whoever's. */
export function isPairLine(value: Json | undefined): value is JsonObject {
  return isPair(value) || isLhar(value);
}

/** The exchange of a line of a file of that name; null where it is none, or has no bodies. */
export function ofLine(name: string, value: Json): Exchange | null {
  if (!isLhar(value)) return isPair(value) ? ofPair(value, writerOf(name, value)) : null;
  const pair = lharPair(value);
  return pair && ofPair(pair, LENS);
}

const first = <T>(...values: (T | null | undefined)[]): T | null => values.find((value) => value !== null && value !== undefined) ?? null;

/** The exchange that a pair is; `by` is what captured it. */
export function ofPair(pair: JsonObject, by: string): Exchange {
  const [request, response] = [asObject(pair.request) ?? {}, asObject(pair.response)];
  const bare = isBody(request);
  const at = first(
    instant(pair.startedDateTime),
    instant(pair.timestamp),
    instant(request.timestamp),
    instant(request.ts),
    instant(pair.at),
  );
  const took = first(asNumber(pair.duration_ms), asNumber(pair.time));
  const ended = first(instant(response?.timestamp), at !== null && took !== null ? Math.round(at + took) : null, instant(pair.logged_at));
  const answered = response === null ? null : bare || !wraps(response) ? response : bodyIs(response);
  const ids = ['request_id', 'trace_id'].flatMap((id) => (typeof pair[id] === 'string' ? [[id, pair[id]] as const] : []));
  return {
    ...{ at, ended, by, method: asString(request.method) ?? 'POST' },
    path: pathOf(first(asString(request.url), asString(request.path), asString(pair.path)) ?? ''),
    status: first(asNumber(response?.status_code), asNumber(response?.status)),
    join: { ...Object.fromEntries(ids), ...joinOf(request.headers, response?.headers) },
    request: bare ? request : bodyIs(request),
    response: typeof pair.response === 'string' ? bodyIn(pair.response) : answered,
    before: [],
  };
}

/** Whether an answer is one with its status and headers, and not the body alone. */
const wraps = (response: JsonObject): boolean =>
  ['body', 'body_raw', 'body_b64', 'content', 'sse_events', 'headers'].some((name) => name in response) && response.type !== 'message';

/** What wrote a pair that is a line of a file of that name, by the names that it gives. */
function writerOf(name: string, pair: JsonObject): string {
  if (pair.logged_at !== undefined || name.includes(TRACE)) return TRACE;
  return pair.upstream_base_url !== undefined || pair.turn !== undefined ? TAP : LIST;
}

const LIST = 'a list of requests';

/** The pairs of a document: a list of them under some name, or one alone; none where it is no such document. */
export function pairsIn(document: Json): { pairs: JsonObject[]; by: string } {
  if (Array.isArray(document)) return { pairs: document.filter(isPair), by: LIST };
  const value = asObject(document);
  if (value === null) return NO_PAIRS;
  const blobs = asObject(value.blobs);
  if (blobs !== null && Array.isArray(value.records))
    return { pairs: value.records.map((record) => unfolded(record, blobs)).filter(isPair), by: TAP };
  const kept = asList(asObject(value.lhar)?.entries).filter(isLhar);
  if (kept.length > 0) return { pairs: kept.map(lharPair).filter((pair) => pair !== null), by: LENS };
  const entries = asList(asObject(value.log)?.entries).filter(isPair);
  if (entries.length > 0) return { pairs: entries, by: 'HAR' };
  const turns = asList(value.turns ?? value.records ?? value.exchanges).filter(isPair);
  if (turns.length > 0) return { pairs: turns, by: LIST };
  return isPair(value) ? { pairs: [value], by: 'a request and its answer' } : NO_PAIRS;
}

const NO_PAIRS = { pairs: [], by: '' };

/** Puts the blobs of a compact record back where they were. */
function unfolded(record: Json, blobs: JsonObject): Json {
  const compact = asObject(record);
  return filled(compact?.record ?? record, blobs, 12);
}

const filled = (value: Json, blobs: JsonObject, depth: number): Json => {
  if (depth === 0) return value;
  if (Array.isArray(value)) return value.map((one) => filled(one, blobs, depth - 1));
  const object = asObject(value);
  if (object === null) return value;
  const hash = asString(asObject(object[BLOB_REF])?.hash);
  if (hash !== null) return asObject(blobs[hash])?.payload ?? value;
  return Object.fromEntries(Object.entries(object).map(([key, one]) => [key, filled(one, blobs, depth - 1)]));
};
