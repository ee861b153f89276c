import type { Json } from '../formats/format.ts';
import { asList, asObject, asString, oneLine, strings } from '../formats/json.ts';
import type { Line } from './types.ts';

/** What an entry says, for search and for lists. None of these throws, whatever a payload holds. */

/** Keys whose values are names for programs. */
const UNSEARCHED: ReadonlySet<string> = new Set(['role', 'type']);

/** The words that a search finds the entry by. Arguments that are JSON in a string are read, so that escapes part no words. */
export function textOf({ kind, payload, meta }: Pick<Line, 'kind' | 'payload' | 'meta'>): string {
  const own = strings(payload as Json, UNSEARCHED);
  const calls = kind === 'tool_call' ? argumentTexts(payload as Json) : [];
  const note = asString(meta.note as Json);
  return [own, ...calls, ...(note === null ? [] : [note])].join('\n');
}

const argumentTexts = (payload: Json): string[] => callsOf(payload).flatMap((call) => escaped(asString(argumentsOf(call))));

const argumentsOf = (call: Json): Json | undefined => asObject(asObject(call)?.function)?.arguments ?? asObject(call)?.arguments;

const escaped = (text: string | null): string[] => {
  if (text === null || !text.includes('\\')) return [];
  try {
    return [strings(JSON.parse(text) as Json)];
  } catch {
    return [];
  }
};

/** The calls of a tool_call entry: a list of them, or the payload itself. */
const callsOf = (payload: Json): Json[] => {
  const list = asObject(payload)?.calls;
  return Array.isArray(list) ? list : [payload];
};

/** Ids of the calls that an entry makes or answers, each once. */
export function callIds(kind: string, payload: unknown): string[] {
  if (kind !== 'tool_call' && kind !== 'tool_result') return [];
  const value = payload as Json;
  const items = kind === 'tool_call' ? callsOf(value) : [value, ...asList(asObject(value)?.results)];
  const ids = items.flatMap((item) => [asString(asObject(item)?.id), asString(asObject(item)?.tool_call_id)]);
  return [...new Set(ids.filter((id) => id !== null && id !== ''))] as string[];
}

const SUMMARY = 120;

/** The first words, at most 120 characters on one line: an index on longer text would cost more than all else. */
export function summaryOf(line: Pick<Line, 'kind' | 'payload' | 'meta'>): string {
  return oneLine(firstWords(line), SUMMARY);
}

const firstWords = ({ kind, payload, meta }: Pick<Line, 'kind' | 'payload' | 'meta'>): string => {
  const value = asObject(payload as Json);
  if (value === null) return strings(payload as Json);
  if (kind === 'message' || kind === 'system') return asString(value.content) ?? (strings(value.content) || strings(value, UNSEARCHED));
  if (kind === 'tool_call') return callsOf(value).map(callWords).join(', ');
  if (kind === 'anchor') return [asString(value.name) ?? '', asString(asObject(value.state)?.summary) ?? ''].filter(Boolean).join(': ');
  if (kind === 'event')
    return [asString(value.name) ?? '', strings(value.data)].filter(Boolean).join(' ') || textOf({ kind, payload, meta });
  return strings(value, UNSEARCHED);
};

const callWords = (call: Json): string => {
  const item = asObject(call);
  const name = asString(asObject(item?.function)?.name) ?? asString(item?.name) ?? '';
  const input = argumentsOf(call);
  return `${name} ${asString(input) ?? strings(input)}`;
};
