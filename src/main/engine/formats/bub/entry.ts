import type { Json, JsonObject } from '../format.ts';
import { asList, asNumber, asObject, asString, isObject, stringify, timeOf } from '../json.ts';

/** One line of a Bub tape, without the differences between its writers. */
export interface BubEntry {
  kind: string;
  payload: JsonObject;
  meta: JsonObject;
  /** Key of the model call that the entry belongs to. */
  run: string | null;
  time: number | null;
  /** Bub's own reader takes it; others it skips without a word, so that no model ever sees them. */
  valid: boolean;
}

/** Reads any object as an entry: what is missing or of another type is empty. */
export function entryOf(record: JsonObject): BubEntry {
  const payload = asObject(record.payload);
  const meta = asObject(record.meta) ?? {};
  return {
    kind: asString(record.kind) ?? 'untyped',
    payload: payload ?? {},
    meta,
    run: asString(meta.run_id),
    time: exactTime(record.date) ?? timeOf(record.timestamp) ?? timeOf(meta.ts),
    valid: payload !== null && Number.isInteger(record.id) && typeof record.kind === 'string',
  };
}

/** Bub writes microseconds, and what was written within one millisecond may have been written on either side of a request. */
function exactTime(date: Json | undefined): number | null {
  const time = timeOf(date);
  const finer = time === null || typeof date !== 'string' ? null : /\.\d{3}(\d{1,3})/.exec(date);
  return time === null || finer === null ? time : time + Number(`0.${finer[1]}`);
}

/** When a request was sent, as the key of its run tells since 0.4: `run-20260801T101500123456Z`. Null for keys of other writers. */
export function runTime(run: string | null): number | null {
  const found = /^run-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{6})Z$/.exec(run ?? '');
  if (!found) return null;
  const [, year, month, day, hour, minute, second, fraction] = found;
  return exactTime(`${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction}Z`);
}

/** Data of an event. Bub 0.3.0a1 put it into the meta by mistake. */
export function eventData(entry: BubEntry): JsonObject {
  return asObject(entry.payload.data) ?? asObject(entry.meta.payload) ?? {};
}

/** Text of a message's content: a string, or the text parts of a list. */
export function messageText(content: Json | undefined): string {
  if (typeof content === 'string') return content;
  return asList(content)
    .map((part) => (typeof part === 'string' ? part : (asString(asObject(part)?.text) ?? '')))
    .filter((text) => text !== '')
    .join('\n');
}

export interface BubCall {
  id: string;
  name: string;
  /** JSON text, as the model wrote it. */
  input: string;
}

/** The calls of an entry of kind `tool_call`; a call without an id has an empty one. */
export function callsOf(entry: BubEntry): BubCall[] {
  return asList(entry.payload.calls)
    .filter(isObject)
    .map((call) => {
      const made = asObject(call.function);
      const input = made?.arguments;
      return {
        id: asString(call.id) ?? '',
        name: asString(made?.name) ?? 'tool',
        input: typeof input === 'string' ? input : stringify(input ?? null),
      };
    });
}

/** A tool that failed answers with an error object instead of its result. */
export function isFailure(result: Json | undefined): boolean {
  return isObject(result) && typeof result.kind === 'string' && typeof result.message === 'string';
}

/**
 * JSON as Bub writes it into messages: `", "` and `": "` between, non-ASCII as it is. What nests too deeply is cut off. Numbers
 * such as 1.0 read as 1, since JavaScript has no other.
 */
export function pythonJson(value: Json, depth = 200): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (depth === 0) return Array.isArray(value) ? '[…]' : '{…}';
  if (Array.isArray(value)) return `[${value.map((item) => pythonJson(item, depth - 1)).join(', ')}]`;
  const fields = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${pythonJson(item, depth - 1)}`);
  return `{${fields.join(', ')}}`;
}

/** A result as the model reads it. */
export function resultText(result: Json): string {
  return typeof result === 'string' ? result : pythonJson(result);
}

const HANDLE = /^\[tool output spilled:[^\]]*handle: ([0-9a-f]{32})\]/;

/** Handles of outputs that went to the spill sidecar: of the main tape's previews, or of the sidecar's own entries (A9). */
export function spillHandles(record: Json): string[] {
  if (!isObject(record)) return [];
  const entry = entryOf(record);
  const own = asString(entry.meta.spill_handle);
  if (own !== null) return [own];
  return asList(entry.payload.results).flatMap((result) => (typeof result === 'string' ? (HANDLE.exec(result)?.[1] ?? []) : []));
}

/** One piece of a spilled output; the pieces of a handle in the order of `chunk` are the whole text. */
export function spillChunk(record: Json): { handle: string; chunk: number; text: string } | null {
  if (!isObject(record)) return null;
  const entry = entryOf(record);
  const handle = asString(entry.meta.spill_handle);
  const chunk = asNumber(entry.meta.spill_chunk);
  if (entry.kind !== 'tool_result' || handle === null || chunk === null) return null;
  return { handle, chunk, text: asList(entry.payload.results).map(resultText).join('') };
}
