import { messageText } from '../bub/entry.ts';
import { anchorMessage, resultMessage } from '../bub/messages.ts';
import type { Json, JsonObject, WireMessage } from '../format.ts';
import { asList, asObject, asString, isObject, stringify } from '../json.ts';
import { plainShape, resultIds } from './line.ts';
import { isSuperseded } from './phase.ts';

export { resultText } from '../bub/entry.ts';

/**
 * Messages of the entries of a view, in the shape that most model APIs take: messages as they stand, calls as those of the assistant,
 * results by the id they name and else by place, anchors as a line with their state. The newest system prompt comes first.
 */
export function messages(records: Json[]): WireMessage[] {
  const out: WireMessage[] = [];
  let system: WireMessage | null = null;
  let pending: JsonObject[] = [];
  for (const record of records) {
    if (!isObject(record)) continue;
    const shape = plainShape(record);
    const payload = asObject(shape.payload) ?? {};
    if (shape.kind === 'message') out.push({ role: 'user', ...payload });
    else if (shape.kind === 'system') system = { role: 'system', content: messageText(payload.content ?? payload.text) };
    else if (shape.kind === 'anchor') out.push(anchorMessage(payload, isSuperseded(record.meta) ? 'superseded' : 'created'));
    else if (shape.kind === 'tool_call') {
      const calls = asList(payload.calls).filter(isObject);
      if (calls.length === 0) continue;
      out.push({ role: 'assistant', content: '', tool_calls: calls.map(wireCall) });
      pending = [...pending, ...calls];
    } else if (shape.kind === 'tool_result') {
      const ids = resultIds(shape);
      for (const [at, result] of asList(payload.results).entries()) {
        const named = ids[at] === undefined ? pending[0] : pending.find((call) => call.id === ids[at]);
        pending = pending.filter((call) => call !== named);
        out.push(resultMessage(result, ids[at] ?? (asString(named?.id) || null), named));
      }
    }
  }
  return system === null ? out : [system, ...out];
}

/** Arguments go over the wire as JSON text. */
function wireCall(call: JsonObject): JsonObject {
  const made = asObject(call.function) ?? {};
  const input = made.arguments;
  return {
    ...(call.id === null ? {} : { id: call.id ?? '' }),
    type: 'function',
    function: { ...made, arguments: typeof input === 'string' ? input : stringify(input ?? {}) },
  };
}
