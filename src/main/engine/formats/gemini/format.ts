import type { Format, Sample } from '../format.ts';
import { isObject } from '../json.ts';
import { share } from '../share.ts';
import type { JsonObject } from '../values.ts';
import { locate } from './locate.ts';
import { messages } from './messages.ts';
import { part, read } from './read.ts';
import { parts, payload, preview, text } from './show.ts';
import { thread } from './thread.ts';

/** Chats of Gemini CLI, which are written line by line since 0.40, and as one document before. */
export const gemini = {
  document: { records: ['messages.*'] },
  ...{ id: 'gemini', name: 'Gemini CLI', detect, locate, read, part, thread, text, parts, preview, messages, payload },
} as const satisfies Format;

const TYPES: ReadonlySet<string> = new Set(['user', 'gemini', 'info', 'warning', 'error']);

/** A header, changes of it, and messages with an id and a time; a type that nobody knows counts for less. */
function detect(sample: Sample): number {
  return share(sample.records.filter(isObject), likeness, ({ type, uuid }) => typeof type === 'string' && typeof uuid === 'string');
}

function likeness(record: JsonObject): number {
  const { id, type, timestamp, sessionId, projectHash, $set, $rewindTo } = record;
  if (isObject($set) || typeof $rewindTo === 'string') return 1;
  if (type === undefined) return typeof sessionId === 'string' && typeof projectHash === 'string' ? 1 : 0;
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof type !== 'string') return 0;
  if (record.parentId !== undefined || record.uuid !== undefined || record.data !== undefined || record.message !== undefined) return 0;
  return TYPES.has(type) ? 1 : 0.3;
}
