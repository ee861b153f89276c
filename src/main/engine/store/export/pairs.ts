import type { NativeEntry } from '../../../../shared/model/native.ts';
import type { Json, JsonObject } from '../../formats/format.ts';
import { asList, asObject, asString, isObject } from '../../formats/json.ts';
import { plainShape, resultIds } from '../../formats/native/line.ts';

/** Where the result of a call is: the entry, and which of its results. */
export interface ResultPlace {
  id: number;
  at: number;
}

export interface Pairs {
  /** By entry of the call and its place in it. */
  results: ReadonlyMap<string, ResultPlace>;
  /** Results that answer a call, in the same form. */
  paired: ReadonlySet<string>;
}

export function placeKey(id: number, at: number): string {
  return `${id} ${at}`;
}

/** The calls that an entry makes: a tool_call entry, or a message of the assistant that carries some. */
export function callsOf(entry: NativeEntry): JsonObject[] {
  if (entry.kind === 'message') return asList(asObject(entry.payload as Json)?.tool_calls).filter(isObject);
  return entry.kind === 'tool_call' ? asList(shapeOf(entry).calls).filter(isObject) : [];
}

/** What an entry answers, with the ids of the calls where it names them. */
export function resultsOf(entry: NativeEntry): { value: Json; call: string | null }[] {
  const payload = asObject(entry.payload as Json);
  if (entry.kind === 'message' && payload?.role === 'tool') {
    return [{ value: payload.content ?? '', call: asString(payload.tool_call_id) }];
  }
  if (entry.kind !== 'tool_result') return [];
  const ids = resultIds(plainShape(entry as unknown as JsonObject));
  const { results } = shapeOf(entry);
  const values = Array.isArray(results) ? results : [entry.payload as Json];
  return values.map((value, at) => ({ value, call: ids[at] ?? null }));
}

const shapeOf = (entry: NativeEntry): JsonObject => asObject(plainShape(entry as unknown as JsonObject).payload) ?? {};

/** Finds the result of each call: the one that names it, else the next one that names none. Each answers one call. */
export function pairUp(entries: Iterable<NativeEntry>): Pairs {
  const results = new Map<string, ResultPlace>();
  const paired = new Set<string>();
  const waiting: { key: string; id: string | null }[] = [];
  for (const entry of entries) {
    for (const [at, { call }] of resultsOf(entry).entries()) {
      const nth = call === null ? 0 : waiting.findIndex(({ id }) => id === call);
      const [answered] = nth === -1 ? [] : waiting.splice(nth, 1);
      if (!answered) continue;
      results.set(answered.key, { id: entry.id, at });
      paired.add(placeKey(entry.id, at));
    }
    waiting.push(...callsOf(entry).map((call, at) => ({ key: placeKey(entry.id, at), id: asString(call.id) })));
  }
  return { results, paired };
}
