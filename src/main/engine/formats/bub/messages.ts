import type { Json, JsonObject, WireMessage } from '../format.ts';
import { asList, asObject, asString, isObject } from '../json.ts';
import { type BubEntry, entryOf, eventData, messageText, pythonJson, resultText } from './entry.ts';

/**
 * The messages that Bub makes of the entries of a slice: messages as they stand, calls remembered until their
 * results come, results matched by place, anchors as a line of the assistant (since 0.3, whose entries have a `date`), everything else
 * left out. The system prompt of the run comes first.
 */
export function messages(records: Json[]): WireMessage[] {
  const out: WireMessage[] = [];
  let system: WireMessage | null = null;
  let pending: JsonObject[] = [];
  let opening: Json | undefined;
  for (const record of records) {
    if (!isObject(record)) continue;
    const entry = entryOf(record);
    if (!entry.valid) continue;
    if (entry.kind === 'message') out.push({ ...entry.payload });
    else if (entry.kind === 'system') system = { role: 'system', content: messageText(entry.payload.content) };
    else if (entry.kind === 'anchor' && typeof record.date === 'string') out.push(anchorMessage(entry.payload));
    else if (isOpening(entry)) opening = eventData(entry).prompt;
    else if (entry.kind === 'tool_call') {
      const calls = asList(entry.payload.calls).filter(isObject);
      if (calls.length === 0) continue;
      out.push({ role: 'assistant', content: '', tool_calls: calls });
      pending = calls;
    } else if (entry.kind === 'tool_result') {
      out.push(...asList(entry.payload.results).map((result, at) => resultMessage(result, asString(pending[at]?.id), pending[at])));
      pending = [];
    }
  }
  if (opening !== undefined) openWith(out, opening);
  return system === null ? out : [system, ...out];
}

const isOpening = ({ kind, payload }: BubEntry): boolean => kind === 'event' && payload.name === 'loop.step.start';

/** The prompt as it was sent: in place of the message that Bub logged without its pictures, or of one that it did not log. */
function openWith(out: WireMessage[], prompt: Json): void {
  const last = out.at(-1);
  if (last?.role === 'user' && messageText(last.content) === messageText(prompt)) last.content = prompt;
  else out.push({ role: 'user', content: prompt });
}

/** `id` is null for a result that names no call. */
export function resultMessage(result: Json, id: string | null, call: JsonObject | undefined): WireMessage {
  const name = asString(asObject(call?.function)?.name);
  return {
    role: 'tool',
    content: resultText(result),
    ...(id === null ? {} : { tool_call_id: id }),
    ...(name === null ? {} : { name }),
  };
}

/** The line that an anchor is to the model, its state as JSON after it. */
export function anchorMessage(payload: JsonObject, what: 'created' | 'superseded' = 'created'): WireMessage {
  return {
    role: 'assistant',
    content: `[Anchor ${what}: ${asString(payload.name) ?? ''}]: ${pythonJson(payload.state ?? null)}`,
  };
}
