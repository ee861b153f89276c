import type { Part } from '../../../../shared/model/index.ts';
import { partsOf, previewOf, textOf } from '../chat/show.ts';
import { fewLines, isObject, oneLine, stringify, strings } from '../json.ts';
import { part } from '../part.ts';
import type { Json, JsonObject } from '../values.ts';
import { eventOf, isMessage, linePieces } from './record.ts';

/** How a line of a session is searched, drawn and listed. */

const UNSEARCHED: ReadonlySet<string> = new Set(['role', 'type', 'id', 'timestamp', 'tool_call_id', 'message_id']);

/** See `Format.text`. */
export function text(record: Json): string {
  if (!isObject(record)) return '';
  const said = textOf(linePieces(record));
  return said === '' && !isMessage(record) ? strings(record, UNSEARCHED) : said;
}

/** See `Format.parts`. */
export function parts(record: Json): Part[] {
  if (!isObject(record)) return [part('json', stringify(record, 2))];
  const pieces = linePieces(record);
  if (pieces.length > 0 || isMessage(record)) return partsOf(pieces);
  return [part('json', stringify(record, 2), { name: eventOf(record)?.type ?? 'record' })];
}

/** See `Format.preview`. */
export function preview(record: Json): string {
  if (!isObject(record)) return oneLine(stringify(record), 200);
  const said = previewOf(linePieces(record));
  return said === '' ? fewLines(oneLine(stringify(shownOf(record)), 240)) : said;
}

/** Of an event, what it says: its time is in its row. */
const shownOf = (record: JsonObject): Json => eventOf(record)?.payload ?? record;
