import { asList, asObject, asString, isObject } from '../formats/json.ts';
import type { Json, JsonObject } from '../formats/values.ts';

/** One span or logged event as a line of its own, with what it was written by, and where it belongs. */
export interface Received {
  trace: string | null;
  /** The conversation that it names; null for a span that names none. */
  session: string | null;
  line: JsonObject;
}

/** What belongs to one signal: where its records are in a request. */
interface Signal {
  groups: 'resourceSpans' | 'resourceLogs';
  scopes: 'scopeSpans' | 'scopeLogs';
  records: 'spans' | 'logRecords';
}

export const SIGNALS = {
  traces: { groups: 'resourceSpans', scopes: 'scopeSpans', records: 'spans' },
  logs: { groups: 'resourceLogs', scopes: 'scopeLogs', records: 'logRecords' },
} as const satisfies Record<string, Signal>;

/** The records of an export request, one by one. Null where the request has none of the signal. */
export function receivedIn(request: Json, { groups, scopes, records }: Signal): Received[] | null {
  const all = asObject(request)?.[groups];
  if (!Array.isArray(all)) return null;
  return all.filter(isObject).flatMap((group) => {
    const { [scopes]: inner, ...resource } = group;
    return asList(inner)
      .filter(isObject)
      .flatMap(({ [records]: list, ...scope }) =>
        asList(list)
          .filter(isObject)
          .map((record) => ({
            ...{ trace: asString(record.traceId) || null, session: sessionIn(record) },
            line: { [groups]: [{ ...resource, [scopes]: [{ ...scope, [records]: [record] }] }] },
          })),
      );
  });
}

/** Attributes by which conventions name a conversation, the most telling first. */
const SESSIONS = ['gen_ai.conversation.id', 'session.id', 'langfuse.session.id'];

function sessionIn({ attributes }: JsonObject): string | null {
  const pairs = asList(attributes).filter(isObject);
  for (const name of SESSIONS) {
    const value = asString(asObject(pairs.find(({ key }) => key === name)?.value)?.stringValue);
    if (value !== null && value !== '') return value;
  }
  return null;
}
