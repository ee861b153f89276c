import { messageText } from '../bub/entry.ts';
import { anchorMessage, resultMessage } from '../bub/messages.ts';
import type { Json, JsonObject, WireMessage } from '../format.ts';
import { asList, asObject, asString, isObject, stringify } from '../json.ts';
import { plainShape, resultIds } from './line.ts';
import { isSuperseded } from './phase.ts';

export { resultText } from '../bub/entry.ts';

/**
 * Messages of the entries of a view, in the shape that most model APIs take: messages as they stand, calls as those of the assistant,
 * results by the id they name and else by place, anchors as a line with their state. The newest system prompt comes first. Others may write
 * between a call and its result, which no model accepts: the result follows its call all the same.
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
        answer(out, resultMessage(result, ids[at] ?? (asString(named?.id) || null), named));
      }
    }
  }
  return system === null ? out : [system, ...out];
}

/** Puts a result after its call, with the calls and results that follow that already; one of no known call comes last. */
function answer(out: WireMessage[], result: WireMessage): void {
  const { tool_call_id: id } = result;
  const makes = ({ tool_calls }: WireMessage): boolean => asList(tool_calls).some((call) => asObject(call)?.id === id);
  const call = id === undefined ? -1 : out.findLastIndex(makes);
  const next = out.findIndex(({ role, tool_calls }, at) => at > call && role !== 'tool' && tool_calls === undefined);
  out.splice(call < 0 || next < 0 ? out.length : next, 0, result);
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
