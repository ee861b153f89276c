import { messageText } from '../bub/entry.ts';
import { anchorMessage, resultMessage } from '../bub/messages.ts';
import type { Json, JsonObject, WireMessage } from '../format.ts';
import { asList, asNumber, asObject, asString, isObject, stringify } from '../json.ts';
import { plainShape, resultIds } from './line.ts';
import { isSuperseded } from './phase.ts';

export { resultText } from '../bub/entry.ts';

/**
 * Messages of the entries of a view, in the shape that most model APIs take: messages as they stand, calls as those of the assistant,
 * results by the id they name and else by place, anchors as a line with their state. The newest system prompt comes first. Several agents may
 * write to one tape, so that a result comes late, not at all, or in a later phase than its call: the messages are those that models accept.
 */
export function messages(records: Json[]): WireMessage[] {
  const out: WireMessage[] = [];
  let system: WireMessage | null = null;
  let pending: Made[] = [];
  const ids = new Set<string>();
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
      const made = calls.map((call, at) => ({ call, id: idOf(call, `call-${asNumber(record.id) ?? out.length}-${at + 1}`, ids) }));
      out.push({ role: 'assistant', content: '', tool_calls: made.map(wireCall) });
      pending = [...pending, ...made];
    } else if (shape.kind === 'tool_result') {
      const answered = resultIds(shape);
      for (const [at, result] of asList(payload.results).entries()) {
        const id = answered[at];
        const named = id === undefined ? pending[0] : pending.find(({ call }) => call.id === id);
        pending = pending.filter((one) => one !== named);
        answer(out, resultMessage(result, named?.id ?? id ?? null, named?.call));
      }
    }
  }
  return system === null ? accepted(out) : [system, ...accepted(out)];
}

/** A call as its entry has it, and the id that it has among the messages. */
interface Made {
  call: JsonObject;
  id: string;
}

/** Its own, where it has one and no call before it has the same. */
function idOf(call: JsonObject, other: string, ids: Set<string>): string {
  const own = asString(call.id) ?? '';
  const id = own === '' || ids.has(own) ? other : own;
  ids.add(id);
  return id;
}

/** What a model reads of a call whose result is not there. */
const OPEN = 'This call has no result on the tape yet.';

/** Each call is followed by its one result, an open one by a line that says so; what answers none of these calls is words of the user. */
function accepted(messages: readonly WireMessage[]): WireMessage[] {
  const out: WireMessage[] = [];
  const open = new Map<string, string>();
  const words: WireMessage[] = [];
  const close = (): void => {
    for (const [tool_call_id, name] of open) out.push({ role: 'tool', content: OPEN, tool_call_id, name });
    out.push(...words.splice(0));
    open.clear();
  };
  for (const message of messages) {
    const calls = asList(message.tool_calls).filter(isObject);
    if (message.role !== 'tool') {
      if (calls.length === 0 || open.size === 0) close();
      out.push(message);
      for (const call of calls) open.set(asString(call.id) ?? '', asString(asObject(call.function)?.name) ?? '');
    } else if (open.delete(asString(message.tool_call_id) ?? '')) out.push(message);
    else words.push(saidOf(message));
  }
  close();
  return out;
}

function saidOf({ name, content }: WireMessage): WireMessage {
  return {
    role: 'user',
    content: `A result of ${asString(name) ?? 'a call'} that is not open here: ${asString(content) ?? stringify(content ?? null)}`,
  };
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
function wireCall({ call, id }: Made): JsonObject {
  const made = asObject(call.function) ?? {};
  const input = made.arguments;
  return {
    id,
    type: 'function',
    function: { ...made, arguments: typeof input === 'string' ? input : stringify(input ?? {}) },
  };
}
