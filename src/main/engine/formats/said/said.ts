import type { Part, Role } from '../../../../shared/model/index.ts';
import { Flag } from '../../../../shared/model/vocabulary.ts';
import type { Draft, Format } from '../format.ts';
import { asList, asString, asStrings, fewLines, isObject, jsonChars, oneLine, stringify, strings } from '../json.ts';
import { part } from '../part.ts';
import type { Json, JsonObject, WireMessage } from '../values.ts';

/** A kit for formats whose entries are plain messages: each says what is said in a record, and is drawn, searched and sent by that. */

export interface SaidCall {
  id: string | null;
  name: string;
  args: Json;
}

export interface SaidResult {
  id: string | null;
  text: string;
  failed: boolean;
}

/** What is said in the record of one entry. */
export interface Said {
  role: Role;
  text: string;
  /** What the model thought: shown and found, never sent. */
  thought: string;
  calls: readonly SaidCall[];
  result: SaidResult | null;
  /** How many pictures are in it. */
  images: number;
}

export const NOTHING_SAID: Omit<Said, 'role'> = { text: '', thought: '', calls: [], result: null, images: 0 };

/** The text of a content that is a string or a list of pieces, and how many of these are pictures. */
export function contentOf(content: Json | undefined): Pick<Said, 'text' | 'images'> {
  if (typeof content === 'string') return { text: content, images: 0 };
  const pieces = asList(content);
  const objects = pieces.filter(isObject);
  const texts = pieces.flatMap((piece) => (isObject(piece) ? asStrings([piece.text ?? null]) : asStrings([piece])));
  return { text: texts.join('\n'), images: objects.filter(({ type }) => type === 'image' || type === 'image_url').length };
}

/** Fills a draft with what is said: kind, role, calls or results, and how long it is. */
export function fillSaid(draft: Draft, { role, text, thought, calls, result, images }: Said): void {
  draft.role = role;
  draft.chars = text.length + (result?.text.length ?? 0);
  if (images > 0) draft.flags |= Flag.Media;
  if (thought !== '' && text === '' && calls.length === 0 && result === null) draft.flags |= Flag.Thinking;
  if (calls.length > 0) {
    draft.kind = 'tool_call';
    draft.label = calls.map(({ name }) => name).join(', ');
    draft.calls = calls.flatMap(({ id, name }) => (id === null ? [] : [{ id, name }]));
    for (const { name, args } of calls) draft.chars += name.length + jsonChars(args);
  } else if (result !== null) {
    draft.kind = 'tool_result';
    draft.results = result.id === null ? [] : [result.id];
    if (result.failed) draft.flags |= Flag.Failed;
  } else if (role === 'system') draft.kind = 'system';
}

/** What draws, lists, searches and sends records by what is said in them; where nothing is, the record itself is drawn. `skipped` are keys that nobody searches. */
export function showSaid(
  saidIn: (record: JsonObject) => Said | null,
  skipped: ReadonlySet<string>,
): Pick<Format, 'text' | 'parts' | 'preview' | 'messages'> {
  const said = (record: Json): Said | null => (isObject(record) ? saidIn(record) : null);
  return {
    text: (record) => textOf(said(record)) ?? strings(record, skipped),
    parts: (record) => partsOf(said(record)) ?? [part('json', stringify(record, 2), { name: 'record' })],
    preview: (record) => fewLines(glance(said(record)) || oneLine(stringify(record), 240)),
    messages: (records) => records.map((record) => messageOf(said(record))).filter((message) => message !== null),
  };
}

const textOf = (said: Said | null): string | null => {
  if (said === null) return null;
  const calls = said.calls.map(({ name, args }) => `${name}\n${strings(args)}`);
  return [said.thought, said.text, ...calls, said.result?.text ?? ''].filter((text) => text !== '').join('\n');
};

const partsOf = (said: Said | null): Part[] | null => {
  if (said === null) return null;
  const { thought, text, calls, result, images } = said;
  return [
    ...(thought === '' ? [] : [part('thinking', thought)]),
    ...(text === '' ? [] : [part('text', text)]),
    ...calls.map(({ id, name, args }) => part('tool_call', stringify(args, 2), { name, ...(id !== null && { id }) })),
    ...(result === null ? [] : [part('tool_result', result.text, { name: 'result', ...(result.id !== null && { id: result.id }) })]),
    ...Array.from({ length: images }, () => part('image', 'An image.', { name: 'image' })),
  ];
};

const glance = (said: Said | null): string => {
  if (said === null) return '';
  const calls = said.calls.map(({ name, args }) => `${name} ${oneLine(stringify(args), 200)}`);
  return [said.text, ...calls, said.result?.text ?? ''].filter((text) => text !== '').join('\n') || said.thought;
};

/** A message as chat APIs take it. Null for what only the model thought. */
const messageOf = (said: Said | null): WireMessage | null => {
  if (said === null) return null;
  const { role, text, calls, result, images } = said;
  if (result !== null)
    return { role: result.id === null ? 'user' : 'tool', content: result.text, ...(result.id !== null && { tool_call_id: result.id }) };
  if (text === '' && calls.length === 0 && images === 0) return null;
  const tool_calls = calls.map(({ id, name, args }) => ({
    id,
    type: 'function',
    function: { name, arguments: asString(args) ?? stringify(args) },
  }));
  return { role, content: text, ...(tool_calls.length > 0 && { tool_calls }) };
};
