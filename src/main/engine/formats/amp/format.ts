import { showChat } from '../chat/show.ts';
import type { Format, Sample } from '../format.ts';
import { asString, isObject, without } from '../json.ts';
import type { Json, WireMessage } from '../values.ts';
import { read } from './read.ts';
import { contentOf, noteOf, piecesIn, roleOf } from './record.ts';

const UNSEARCHED: ReadonlySet<string> = new Set(['role', 'type', 'id', 'v', 'signature', 'cache_control']);

/** What differs in each copy of a message: its number, what it cost, and when it was sent. */
const OF_THE_COPY: ReadonlySet<string> = new Set(['messageId', 'usage', 'meta', 'state']);

/** Threads of Amp. */
export const amp = {
  ...{ id: 'amp', name: 'Amp', detect, read, messages, ...showChat(piecesIn, { skipped: UNSEARCHED }) },
  document: { records: ['messages.*'] },
  locate: () => ({}),
  payload: (record) => (isObject(record) ? without(record, OF_THE_COPY) : record),
} as const satisfies Format;

const THREAD = /^T-[0-9a-f]{8}-[0-9a-f-]{27}$/;

/** A thread has an id of its own kind, and counts its messages. */
function detect({ records, document }: Sample): number {
  if (document === undefined || !document.keys.includes('messages')) return 0;
  const named = records.some((record) => isObject(record) && THREAD.test(asString(record.id) ?? ''));
  if (named) return 1;
  return document.keys.includes('nextMessageId') ? 0.9 : 0;
}

/** Messages as Anthropic's API takes them. */
function messages(records: Json[]): WireMessage[] {
  return records.filter(isObject).flatMap((record) => {
    const role = roleOf(record);
    if (role === null) return [];
    const note = noteOf(record);
    return [{ role, content: [...(note === null ? [] : [{ type: 'text', text: note }]), ...contentOf(record)] }];
  });
}
