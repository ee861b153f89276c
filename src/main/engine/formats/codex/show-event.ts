import type { Part } from '../../../../shared/model/index.ts';
import { asList, asObject, asString, stringify, strings } from '../json.ts';
import { part } from '../part.ts';
import type { JsonObject } from '../values.ts';
import { textOf } from './record.ts';

/** How an event is searched and drawn: by its words where it has some, else as data. */

const UNSEARCHED: ReadonlySet<string> = new Set(['type', 'id', 'call_id', 'turn_id', 'thread_id', 'process_id', 'status', 'kind']);

/** Events that hold numbers and ids alone. */
const WORDLESS: ReadonlySet<string> = new Set([
  'token_count',
  'task_started',
  'turn_started',
  'thread_settings_applied',
  'context_compacted',
]);

export function eventText(event: JsonObject): string {
  const type = asString(event.type) ?? '';
  if (WORDLESS.has(type)) return '';
  const said = wordsOf(event);
  return said === null ? strings(event, UNSEARCHED) : said;
}

/** What was said, where that is all there is to an event. */
function wordsOf(event: JsonObject): string | null {
  const item = asObject(event.item);
  if (item !== null && asList(item.content).length > 0) return textOf(item);
  if (event.type === 'agent_reasoning') return asString(event.text);
  return event.type === 'user_message' || event.type === 'agent_message' ? asString(event.message) : null;
}

export function eventParts(event: JsonObject): Part[] {
  const said = wordsOf(event);
  if (said !== null) return [part(event.type === 'agent_reasoning' ? 'thinking' : 'text', said)];
  const name = asString(asObject(event.item)?.type) ?? asString(event.type) ?? 'event';
  return [part('json', stringify(asObject(event.item) ?? event, 2), { name })];
}
