import type { Format, Sample } from '../format.ts';
import { asString, isObject } from '../json.ts';
import { share } from '../share.ts';
import type { JsonObject } from '../values.ts';
import { locate } from './locate.ts';
import { messages } from './messages.ts';
import { isEvent, read } from './read.ts';
import { eventOf, isMessage, MARKS } from './record.ts';
import { parts, preview, text } from './show.ts';
import { thread } from './thread.ts';

/** Sessions of Kimi CLI: the context itself, and the log of events next to it. */
export const kimi = {
  ...{ id: 'kimi', name: 'Kimi CLI', detect, locate, read, thread, text, parts, preview, messages, payload: (record) => record },
} as const satisfies Format;

/** What the program calls its files. */
const NAME = /context(?:_sub)?(?:_\d+)?\.jsonl$/;

/** A context has marks between its messages; without one, its messages are those of any chat. */
function detect({ path, records }: Sample): number {
  const lines = records.filter(isObject);
  const known = NAME.test(path) || lines.some(({ role }) => MARKS.has(asString(role) ?? ''));
  return share(
    lines,
    (record) => likeness(record, known),
    ({ type }) => typeof type === 'string',
  );
}

function likeness(record: JsonObject, known: boolean): number {
  const event = eventOf(record);
  if (event !== null) return eventLikeness(record) * (isEvent(event.type) ? 1 : 0.5);
  if (MARKS.has(asString(record.role) ?? '')) return 1;
  if (!known || typeof record.role !== 'string' || record.type !== undefined) return 0;
  return isMessage(record) ? 1 : 0.3;
}

/** Other logs have messages with a type, too, but no time in seconds, and no payload in them. */
const eventLikeness = ({ protocol_version, timestamp }: JsonObject): number =>
  protocol_version !== undefined || typeof timestamp === 'number' ? 1 : 0;
