import { asList, asNumber, asObject, asString } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';

/** A request and its answer, whoever captured them and however it was kept: a tape of captures has one record for each. */
export interface Exchange {
  /** When it was sent, and when the answer was there, epoch ms. */
  at: number | null;
  ended: number | null;
  method: string;
  /** The address without its host, and without what may be a key. */
  path: string;
  status: number | null;
  /** What captured it, for people. */
  by: string;
  /** Ids that whoever captured it gave: of the session, the request, the message. */
  join: Readonly<Record<string, string>>;
  /** The body as it was sent. */
  request: Json;
  /** The body of the answer: JSON, or the text of a stream; null for none. */
  response: Json;
  /** Items before those of the request, where it continues from an earlier answer and sends only what is new. */
  before: readonly Json[];
}

/** An exchange as the record of a tape. */
export function recordOf({ request, response, before, ...exchange }: Exchange): JsonObject {
  return { exchange: { ...exchange, join: { ...exchange.join } }, ...(before.length > 0 && { before: [...before] }), request, response };
}

/** The exchange of a record; null for any other record. */
export function exchangeIn(record: JsonObject): Exchange | null {
  const head = asObject(record.exchange);
  if (head === null || record.request === undefined) return null;
  const join = Object.entries(asObject(head.join) ?? {}).filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  return {
    ...{ at: asNumber(head.at), ended: asNumber(head.ended), status: asNumber(head.status) },
    ...{ method: asString(head.method) ?? 'POST', path: asString(head.path) ?? '', by: asString(head.by) ?? '' },
    ...{ join: Object.fromEntries(join), request: record.request, response: record.response ?? null, before: asList(record.before) },
  };
}
