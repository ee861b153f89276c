import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Json, JsonObject } from '../../formats/values.ts';

/** What a server answers to one request: a status other than 200, headers, a body. */
export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body?: Json;
}

export interface Served {
  base: string;
  /** Paths with their queries, in order. */
  asked: string[];
}

/** A server on loopback, which is closed when the test is over. `keys` is the header that it wants of each request. */
export async function serveApi(keys: string | null, answer: (url: URL, number: number) => Reply): Promise<Served> {
  const asked: string[] = [];
  const reply = (request: IncomingMessage): Reply => {
    const url = new URL(request.url ?? '', 'http://server');
    asked.push(`${url.pathname}${url.search}`);
    if (keys !== null && request.headers.authorization !== keys) return { status: 401, body: { message: 'Invalid credentials' } };
    return answer(url, asked.length);
  };
  const server = createServer((request, response) => {
    const { status = 200, headers = {}, body = null } = reply(request);
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const pageOf = <T>(all: readonly T[], from: number, limit: number): T[] => all.slice(from, from + limit);

/** The second version of Langfuse's API: observations, the newest first, `limit` of them at most in an answer. */
export function langfuse2(observations: readonly JsonObject[], most = 2): (url: URL) => Reply {
  const newest = observations.toReversed();
  return ({ pathname, searchParams: query }) => {
    if (pathname !== '/api/public/v2/observations') return { status: 404, body: { message: 'Not found' } };
    const [condition] = JSON.parse(query.get('filter') ?? '[{}]') as [{ column?: string; value?: string }];
    const fits = (one: JsonObject): boolean =>
      (condition.column === undefined || one[condition.column] === condition.value) &&
      [null, one.traceId].includes(query.get('traceId')) &&
      String(one.startTime) >= (query.get('fromStartTime') ?? '');
    const at = Number(Buffer.from(query.get('cursor') ?? '', 'base64').toString() || 0);
    const found = newest.filter(fits);
    const data = pageOf(found, at, Math.min(most, Number(query.get('limit') ?? 50)));
    const after = at + data.length;
    return { body: { data, meta: after < found.length ? { cursor: Buffer.from(String(after)).toString('base64') } : {} } };
  };
}

/** The first version of it: traces by pages, each with its observations. */
export function langfuse1(traces: readonly JsonObject[], most = 2): (url: URL) => Reply {
  return ({ pathname, searchParams: query }) => {
    const [, id] = /^\/api\/public\/traces\/([^/]+)$/.exec(pathname) ?? [];
    const one = traces.find((trace) => trace.id === id);
    if (one) return { body: one };
    if (pathname !== '/api/public/traces') return { status: 404, body: { message: 'Not found' } };
    const fits = ({ sessionId, timestamp }: JsonObject): boolean =>
      [null, sessionId].includes(query.get('sessionId')) && String(timestamp) >= (query.get('fromTimestamp') ?? '');
    const found = traces.filter(fits).map(({ observations: _left, ...trace }) => trace);
    const page = Number(query.get('page') ?? 1);
    const meta = { page, limit: most, totalItems: found.length, totalPages: Math.ceil(found.length / most) };
    return { body: { data: pageOf(found, (page - 1) * most, most), meta } };
  };
}

const contextOf = (span: JsonObject): JsonObject => span.context as JsonObject;

/** Phoenix: spans of the project `mill`, the newest first, and sessions; versions before 13.9 do not know of traces in a query. */
export function phoenixApi(
  spans: readonly JsonObject[],
  sessions: Record<string, string[]>,
  { most = 2, traces = true } = {},
): (url: URL) => Reply {
  const newest = spans.toReversed();
  return ({ pathname, searchParams: query }) => {
    const [, session] = /^\/v1\/sessions\/([^/]+)$/.exec(pathname) ?? [];
    const held = sessions[decodeURIComponent(session ?? '')];
    if (held) return { body: { data: { session_id: session ?? '', traces: held.map((trace_id) => ({ id: `T:${trace_id}`, trace_id })) } } };
    if (pathname !== '/v1/projects/mill/spans') return { status: 404, body: { detail: `Project not found` } };
    const asked = traces ? query.getAll('trace_id') : [];
    const fits = (span: JsonObject): boolean =>
      (asked.length === 0 || asked.includes(String(contextOf(span).trace_id))) &&
      String(span.start_time) >= (query.get('start_time') ?? '');
    const found = newest.filter(fits);
    const at = Math.max(
      0,
      found.findIndex(({ id }) => id === query.get('cursor')),
    );
    const data = pageOf(found, at, Math.min(most, Number(query.get('limit') ?? 100)));
    return { body: { data, next_cursor: found[at + data.length]?.id ?? null } };
  };
}
