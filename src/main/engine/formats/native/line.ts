import type { Json, JsonObject } from '../format.ts';
import { asList, asObject, asString, isObject } from '../json.ts';

/**
 * A line of a native tape in the shape of its forebear's entries. Both mean the same by kind, payload and meta; a native line may also hold
 * a single call or result with its id, or a payload that is not an object, and its time is called `at`.
 */
export function plainShape(line: JsonObject): JsonObject {
  const { at, anchor: _anchor, corrects: _corrects, ...rest } = line;
  const shape: JsonObject = { ...rest, kind: asString(line.kind) ?? 'untyped', payload: payloadOf(line) };
  if (typeof at === 'string') shape.date = at;
  return shape;
}

function payloadOf({ kind, payload = null }: JsonObject): JsonObject {
  if (kind === 'tool_call' && Array.isArray(payload) && payload.some(isCall)) return { calls: payload.map(callOf) };
  if (!isObject(payload)) return { [kind === 'message' || kind === 'system' ? 'content' : 'value']: payload };
  if (kind === 'tool_call') return callPayload(payload);
  if (kind === 'tool_result') return resultPayload(payload);
  if (kind === 'error' && payload.message === undefined && typeof payload.text === 'string') return { ...payload, message: payload.text };
  return payload;
}

/** Calls are a list under either name that writers use, or one call without a list around it. */
function callPayload(payload: JsonObject): JsonObject {
  const list = [payload.calls, payload.tool_calls].find(Array.isArray);
  if (list !== undefined) return { ...payload, calls: list.map(callOf) };
  return isCall(payload) ? { calls: [callOf(payload)] } : payload;
}

const isCall = (value: Json): boolean => isObject(value) && (asString(value.name) !== null || value.function !== undefined);

/** A call in the one form that is read: `{id, function: {name, arguments}}`. Others have name and arguments next to the id. */
function callOf(call: Json): Json {
  if (!isObject(call) || isObject(call.function) || !isCall(call)) return call;
  const name = call.name ?? call.function ?? null;
  return { id: call.id ?? null, function: { name, arguments: call.arguments ?? call.input ?? {} } };
}

/** Results that name their calls get a list of the names next to them: `{results, ids}`, with an empty text for one that names none. */
function resultPayload(payload: JsonObject): JsonObject {
  if (!Array.isArray(payload.results)) {
    const value = resultOf(payload);
    return value === undefined ? payload : { results: [value], ids: [asString(payload.tool_call_id) ?? asString(payload.id) ?? ''] };
  }
  const ids = payload.results.map((result) => asString(asObject(result)?.tool_call_id) ?? '');
  const values = payload.results.map((result) => resultOf(asObject(result) ?? {}));
  const named = ids.length > 0 && !ids.includes('') && !values.includes(undefined);
  return named ? { results: values as Json[], ids } : payload;
}

const VALUES = ['result', 'content', 'output', 'error', 'text'] as const;

const resultOf = (payload: JsonObject): Json | undefined => VALUES.map((key) => payload[key]).find((value) => value !== undefined);

/** The calls that the results of a shape name; empty where they answer by place. */
export function resultIds(shape: JsonObject): string[] {
  return asList(asObject(shape.payload)?.ids).filter((id): id is string => typeof id === 'string' && id !== '');
}
