import { asList, asObject, asString, isObject, timeOf } from '../formats/json.ts';
import type { JsonObject } from '../formats/values.ts';
import type { Ask } from './ask.ts';
import type { Backend, Page, Placed, Wanted } from './backend.ts';

/** Phoenix's REST API: spans of a project with a cursor, the newest first, and the traces of a session. */

/** The traces that are asked for, some in one request; null for all of a project. */
interface At {
  traces: string[] | null;
  cursor: string | null;
}

const KEY = 'PHOENIX_API_KEY';
const PROJECT = 'default';
const LIMIT = '200';
/** Ids of traces in one address. */
const TOGETHER = 50;

export const phoenix: Backend = {
  ...{ id: 'phoenix', name: 'Phoenix', keys: [KEY] },
  /** A server without accounts wants no key. */
  headers(env): Record<string, string> {
    const key = env[KEY];
    return key ? { authorization: `Bearer ${key}` } : {};
  },
  page,
  placed,
};

async function page(ask: Ask, wanted: Wanted, at: string | null): Promise<Page> {
  const { traces, cursor }: At = at === null ? await beginning(ask, wanted) : JSON.parse(at);
  if (traces?.length === 0) return { records: [], next: null };
  const answer = await ask(`/v1/projects/${encodeURIComponent(wanted.project ?? PROJECT)}/spans`, {
    ...{ limit: LIMIT, cursor, start_time: wanted.since, trace_id: traces?.slice(0, TOGETHER) ?? null },
  });
  const records = asList(answer.data).filter(isObject);
  const after = asString(answer.next_cursor);
  const rest = after === null ? (traces?.slice(TOGETHER) ?? []) : traces;
  // Versions before 13.9 give all spans, whatever traces are asked for.
  const asked = traces && new Set<string | null>(traces);
  return {
    records: asked === null ? records : records.filter((record) => asked.has(placed(record).trace)),
    next: rest?.length === 0 ? null : JSON.stringify({ traces: rest, cursor: after } satisfies At),
  };
}

async function beginning(ask: Ask, { session, trace }: Wanted): Promise<At> {
  if (session === null) return { traces: trace === null ? null : [trace], cursor: null };
  const { data } = await ask(`/v1/sessions/${encodeURIComponent(session)}`, {});
  return { traces: asList(asObject(data)?.traces).flatMap((one) => asString(asObject(one)?.trace_id) ?? []), cursor: null };
}

function placed(record: JsonObject): Placed {
  const context = asObject(record.context);
  return {
    ...{ id: asString(context?.span_id) ?? asString(record.id) ?? '', trace: asString(context?.trace_id) },
    session: asString(asObject(record.attributes)?.['session.id']) || null,
    ...{ start: timeOf(record.start_time), end: timeOf(record.end_time) },
  };
}
