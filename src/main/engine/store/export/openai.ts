import type { NativeEntry } from '../../../../shared/model/native.ts';
import type { Json, JsonObject } from '../../formats/format.ts';
import { asObject, asString } from '../../formats/json.ts';
import { native } from '../../formats/native/format.ts';
import { resultText } from '../../formats/native/messages.ts';
import { callsOf, pairUp, placeKey, type ResultPlace, resultsOf } from './pairs.ts';

/** A slice of a tape that can be walked twice, and any entry of it again. */
export interface Slice {
  entries(): Iterable<NativeEntry>;
  entry(id: number): NativeEntry | null;
}

/**
 * The messages of a slice in the shape of OpenAI's chat API, as one JSON array. That API refuses a call that is not answered right
 * after it, and an answer without its call. So each call is followed by its result, wherever that is in the tape; a call without one
 * gets a line that says so, and a result without its call becomes a message. The newest system prompt comes first.
 */
export function* openaiMessages(slice: Slice): Generator<string> {
  const pairs = pairUp(sent(slice.entries()));
  const results = resultReader(slice);
  let first = true;
  for (const message of messages()) {
    yield `${first ? '[\n' : ',\n'}${JSON.stringify(message)}`;
    first = false;
  }
  yield first ? '[]\n' : '\n]\n';

  function* messages(): Generator<JsonObject> {
    yield* systemOf(slice);
    for (const entry of sent(slice.entries())) {
      const own = resultsOf(entry);
      if (own.length > 0) yield* own.flatMap(({ value }, at) => (pairs.paired.has(placeKey(entry.id, at)) ? [] : [orphan(value)]));
      else if (entry.kind !== 'system') yield* withResults(entry);
    }
  }

  function* withResults(entry: NativeEntry): Generator<JsonObject> {
    const calls = callsOf(entry).map((call, at) => ({ ...wireCall(call), id: asString(call.id) ?? `call_${entry.id}_${at}` }));
    const own = (native.messages?.([entry as unknown as JsonObject]) ?? []) as JsonObject[];
    // When an entry is alone and its results are elsewhere, each call is shown as open.
    yield* own.filter(({ role }) => role !== 'tool').map((message) => (calls.length === 0 ? message : { ...message, tool_calls: calls }));
    for (const [at, { id }] of calls.entries()) {
      const place = pairs.results.get(placeKey(entry.id, at));
      const content = place === undefined ? 'No result of this call is on the tape.' : results(place);
      yield { role: 'tool', tool_call_id: id, content };
    }
  }
}

const wireCall = (call: JsonObject): JsonObject => {
  const made = asObject(call.function) ?? {};
  const input = made.arguments ?? {};
  return {
    type: 'function',
    function: { ...made, name: made.name ?? '', arguments: typeof input === 'string' ? input : JSON.stringify(input) },
  };
};

const orphan = (value: Json): JsonObject => ({
  role: 'user',
  content: `Result of a tool call that is not among these messages:\n${resultText(value)}`,
});

/** Entries that their writer did not keep from the context. */
function* sent(entries: Iterable<NativeEntry>): Generator<NativeEntry> {
  for (const entry of entries) if (entry.meta.context !== false) yield entry;
}

function* systemOf(slice: Slice): Generator<JsonObject> {
  let newest: NativeEntry | null = null;
  for (const entry of sent(slice.entries())) if (entry.kind === 'system') newest = entry;
  if (newest) yield* (native.messages?.([newest as unknown as JsonObject]) ?? []) as JsonObject[];
}

/** Results of one entry are mostly asked for one after the other. */
function resultReader(slice: Slice): (place: ResultPlace) => string {
  let last: { id: number; texts: string[] } | null = null;
  return ({ id, at }) => {
    if (last?.id !== id) {
      const entry = slice.entry(id);
      last = { id, texts: entry === null ? [] : resultsOf(entry).map(({ value }) => resultText(value)) };
    }
    return last.texts[at] ?? '';
  };
}
