import { asNumber, asObject, asString } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';

/**
 * LHAR, in which context-lens exports sessions: a line for the session, then one for each request (or all of them in one document). Only with its
 * privacy set to `full` it keeps the bodies; without them there is no request.
 * https://github.com/larsderidder/context-lens/blob/main/docs/LHAR.md
 */

/** Whether a line is one of LHAR, a request or the session before them. */
export function isLhar(value: Json | undefined): value is JsonObject {
  const { type, trace_id: trace } = asObject(value) ?? {};
  return (type === 'session' || type === 'entry') && typeof trace === 'string';
}

/** The request that an entry is, with its answer, as a pair; null for a session, and where the bodies were left out. */
export function lharPair(entry: JsonObject): JsonObject | null {
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
