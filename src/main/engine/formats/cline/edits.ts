import { asList, asNumber, asString, isObject } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';
import { messageIn } from './compacted.ts';

/**
 * What Cline sends in the place of texts of old messages (`context_history.json`): for each message a list of what became of its blocks, each time with the
 * time of the request before. All that was in force from one time on is one record here: `{ message, ts, texts: [[block, text], …] }`.
 */

/** The kind of the entry of an edit. */
export const EDIT = 'edit';

/** The edits that one record of the file holds, in the order of their times; null for a record of another document. */
export function editsIn({ list }: JsonObject): JsonObject[] | null {
  const [message, told] = asList(list);
  const at = asNumber(message);
  if (at === null) return null;
  const updates = asList(asList(told)[1]).flatMap(updatesOf);
  const times = [...new Set(updates.map(({ ts }) => ts))].sort((a, b) => a - b);
  const textsAt = (time: number): Json => [
    ...new Map(updates.filter(({ ts }) => ts <= time).map(({ block, text }): [number, string] => [block, text])),
  ];
  return times.map((ts) => ({ message: at, ts, texts: textsAt(ts) }));
}

interface Update {
  block: number;
  ts: number;
  text: string;
}

function updatesOf(one: Json): Update[] {
  const [number, updates] = asList(one);
  const block = asNumber(number);
  return asList(updates).flatMap((update) => {
    const [time, type, texts] = asList(update);
    const [ts, text] = [asNumber(time), asString(asList(texts)[0])];
    return block === null || ts === null || text === null || type !== 'text' ? [] : [{ block, ts, text }];
  });
}

/** What an edit has for the blocks of its message, by their numbers; null for another record. */
export function textsIn({ message, texts }: JsonObject): ReadonlyMap<number, string> | null {
  if (asNumber(message) === null || !Array.isArray(texts)) return null;
  const pairs = texts.map((pair) => asList(pair)).map(([block, text]) => [asNumber(block), asString(text)] as const);
  return new Map(pairs.flatMap(([block, text]) => (block === null || text === null ? [] : [[block, text] as const])));
}

/** A message with what an edit has for its texts, where blocks of other kinds stay, or the one that a compaction made of it. */
export function replaced(record: JsonObject, by: JsonObject): JsonObject {
  const message = messageIn(by);
  if (message !== null) return message;
  const texts = textsIn(by);
  if (texts === null || !Array.isArray(record.content)) return record;
  const textOf = (block: Json, at: number): string | undefined => (isObject(block) && block.type === 'text' ? texts.get(at) : undefined);
  return {
    ...record,
    content: record.content.map((block, at) => {
      const text = textOf(block, at);
      return text === undefined ? block : { ...(block as JsonObject), text };
    }),
  };
}

/** The label of an edit: rules decide on rows and read no record. */
export function editLabel(message: number): string {
  return `in message ${message}`;
}

/** The message, counted from 0, that an edit of this label is about. */
export function editedIn(label: string): number {
  return Number(/^in message (\d+)$/.exec(label)?.[1] ?? Number.NaN);
}
