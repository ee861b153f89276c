import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { asList, asNumber, asObject, asString, isObject, timeOf } from '../formats/json.ts';
import type { Json, JsonObject } from '../formats/values.ts';
import { type Ask, statusOf } from './ask.ts';
import type { Backend, Page, Placed, Wanted } from './backend.ts';

/**
 * Langfuse's public API. Its second version has observations with a cursor; servers that a team runs itself have it from version 4 on. Older ones have
 * traces by pages, and each trace with its observations.
 */

/** Where the next request continues: a cursor of the second version; traces of a page of the first, and the page after it. */
type At = { cursor: string | null } | { traces: string[]; page: number | null };

const PUBLIC = 'LANGFUSE_PUBLIC_KEY';
const SECRET = 'LANGFUSE_SECRET_KEY';

/** Observations with all that they hold: an answer of the server is 5 MB at most. */
const LIMIT = '100';
const FIELDS = 'core,basic,time,io,metadata,model,usage,trace_context';
/** Other values of the metadata are cut to 200 characters. */
const WHOLE = 'attributes,resourceAttributes,scope,tools';

/** The server has no such endpoint. */
const ABSENT: ReadonlySet<Json | undefined> = new Set([404, 405, 501]);

export const langfuse: Backend = {
  ...{ id: 'langfuse', name: 'Langfuse', keys: [PUBLIC, SECRET] },
  headers(env) {
    const [name, secret] = [env[PUBLIC], env[SECRET]];
    if (!name || !secret)
      throw new TapeError('bad-input', `Langfuse needs the keys of a project: set ${PUBLIC} and ${SECRET} in the environment.`);
    return { authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}` };
  },
  page,
  placed,
};

async function page(ask: Ask, wanted: Wanted, at: string | null): Promise<Page> {
  const from: At = at === null ? { cursor: null } : JSON.parse(at);
  if ('traces' in from) return ofTraces(ask, wanted, from);
  try {
    return await ofObservations(ask, wanted, from.cursor);
  } catch (failure) {
    const older = at === null && ABSENT.has(statusOf(failure));
    if (!older) throw failure;
    return ofTraces(ask, wanted, wanted.trace === null ? { traces: [], page: 1 } : { traces: [wanted.trace], page: null });
  }
}

const next = (at: At): string => JSON.stringify(at);

async function ofObservations(ask: Ask, { session, trace, since }: Wanted, cursor: string | null): Promise<Page> {
  const filter = session === null ? null : JSON.stringify([{ type: 'string', column: 'sessionId', operator: '=', value: session }]);
  const answer = await ask('/api/public/v2/observations', {
    ...{ fields: FIELDS, expandMetadata: WHOLE, limit: LIMIT },
    ...{ traceId: trace, fromStartTime: since, filter, cursor },
  });
  const after = asString(asObject(answer.meta)?.cursor);
  return { records: asList(answer.data).filter(isObject), next: after === null ? null : next({ cursor: after }) };
}

/** Asks for the next trace, or for the next page of traces. */
async function ofTraces(ask: Ask, { session, trace: only, since }: Wanted, at: Extract<At, { traces: unknown }>): Promise<Page> {
  const [trace, ...rest] = at.traces;
  if (trace !== undefined) {
    const answer = await ask(`/api/public/traces/${encodeURIComponent(trace)}`, {}).catch((failure: unknown) => {
      // One that was deleted since it was listed.
      if (only === null && statusOf(failure) === 404) return null;
      throw failure;
    });
    const left = { traces: rest, page: at.page };
    return { records: answer === null ? [] : recordsIn(answer), next: rest.length === 0 && at.page === null ? null : next(left) };
  }
  const number = at.page ?? 1;
  // Later traces come last, so that none moves to a page that was read.
  const answer = await ask('/api/public/traces', {
    ...{ page: String(number), limit: LIMIT, orderBy: 'timestamp.asc' },
    ...{ sessionId: session, fromTimestamp: since },
  });
  const traces = asList(answer.data).flatMap((one) => asString(asObject(one)?.id) ?? []);
  const last = number >= (asNumber(asObject(answer.meta)?.totalPages) ?? 0);
  return { records: [], next: last && traces.length === 0 ? null : next({ traces, page: last ? null : number + 1 }) };
}

/** A trace as an export has it: its own fields, then its observations. */
function recordsIn({ observations, ...trace }: JsonObject): JsonObject[] {
  return [{ trace }, ...asList(observations).filter(isObject)];
}

function placed(record: JsonObject): Placed {
  const trace = asObject(record.trace);
  if (trace !== null) {
    const id = asString(trace.id) ?? '';
    return {
      id: `trace ${id}`,
      trace: id,
      session: asString(trace.sessionId) || null,
      start: timeOf(trace.timestamp),
      end: Number.MAX_VALUE,
    };
  }
  return {
    ...{ id: asString(record.id) ?? '', trace: asString(record.traceId), session: asString(record.sessionId) || null },
    ...{ start: timeOf(record.startTime), end: timeOf(record.endTime) },
  };
}
