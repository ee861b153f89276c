import { asList, asObject, asString, isObject } from '../formats/json.ts';
import type { Json, WireMessage } from '../formats/values.ts';

/** The messages of a view as turns that every API knows, before each puts them into its own words. */

export type Part = { text: string } | { image: string };

export interface Call {
  id: string;
  name: string;
  /** JSON text, as the model wrote it. */
  arguments: string;
}

export type Turn =
  | { role: 'user'; parts: Part[] }
  | { role: 'assistant'; text: string; calls: Call[] }
  | { role: 'tool'; id: string; text: string };

export interface Conversation {
  /** Empty for none. */
  system: string;
  turns: Turn[];
}

/** Puts the system prompt apart, and the words of an answer together with its calls: on a tape they are entries of their own. */
export function conversationOf(messages: readonly WireMessage[]): Conversation {
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => textOf(content));
  const turns: Turn[] = [];
  for (const message of messages) {
    const turn = message.role === 'system' ? null : turnOf(message);
    const last = turns.at(-1);
    // Calls of several agents that were open at once are those of one answer: each answer has all of its results right after it.
    if (turn?.role === 'assistant' && last?.role === 'assistant' && (last.calls.length === 0 || turn.text === '')) {
      const text = [last.text, turn.text].filter(Boolean).join('\n\n');
      turns.splice(-1, 1, { ...turn, text, calls: [...last.calls, ...turn.calls] });
    } else if (turn !== null) turns.push(turn);
  }
  return { system: system.filter(Boolean).join('\n\n'), turns };
}

const turnOf = (message: WireMessage): Turn | null => {
  const { role, content } = message;
  if (role === 'tool') return { role, id: asString(message.tool_call_id) ?? '', text: textOf(content) };
  if (role === 'assistant') {
    const turn = { role, text: textOf(content), calls: asList(message.tool_calls).flatMap(callOf) } as const;
    return turn.text === '' && turn.calls.length === 0 ? null : turn;
  }
  const parts = partsOf(content);
  return parts.length === 0 ? null : { role: 'user', parts };
};

/** The calls of a message as chat completions has them. */
export function callOf(call: Json): Call[] {
  const made = isObject(call) ? asObject(call.function) : null;
  const name = asString(made?.name) ?? '';
  return isObject(call) && name !== '' ? [{ id: asString(call.id) ?? '', name, arguments: asString(made?.arguments) ?? '' }] : [];
}

const textOf = (content: Json | undefined): string =>
  partsOf(content)
    .flatMap((part) => ('text' in part ? [part.text] : []))
    .join('\n');

const partsOf = (content: Json | undefined): Part[] => {
  const list = typeof content === 'string' ? [content] : asList(content);
  return list.flatMap((part): Part[] => {
    if (typeof part === 'string') return part === '' ? [] : [{ text: part }];
    const image = asString(asObject(asObject(part)?.image_url)?.url);
    if (image !== null) return [{ image }];
    const text = asString(asObject(part)?.text);
    return text === null || text === '' ? [] : [{ text }];
  });
};
