import type { Part } from '../../../../shared/model/index.ts';
import { partsOf, previewOf, textOf } from '../chat/show.ts';
import { fewLines, isObject, oneLine, stringify, strings } from '../json.ts';
import { part } from '../part.ts';
import type { Json } from '../values.ts';
import { linePieces, roleOf } from './record.ts';

/** How a message of a list is searched, drawn and listed. */

const UNSEARCHED: ReadonlySet<string> = new Set(['role', 'type', 'id', 'timestamp', 'created_at', 'createdAt']);

/** See `Format.text`. */
export function text(record: Json): string {
  if (!isObject(record)) return '';
  return roleOf(record) === null ? strings(record, UNSEARCHED) : textOf(linePieces(record));
}

/** See `Format.parts`. */
export function parts(record: Json): Part[] {
  return isObject(record) && roleOf(record) !== null ? partsOf(linePieces(record)) : [part('json', stringify(record, 2))];
}

/** See `Format.preview`. */
export function preview(record: Json): string {
  const said = isObject(record) && roleOf(record) !== null ? previewOf(linePieces(record)) : '';
  return said === '' ? fewLines(oneLine(stringify(record), 240)) : said;
}

/** When it was written: it differs in each copy. */
const OF_THE_COPY: ReadonlySet<string> = new Set(['timestamp', 'created_at', 'createdAt']);

/** See `Format.payload`. */
export function payload(record: Json): Json {
  return isObject(record) ? Object.fromEntries(Object.entries(record).filter(([key]) => !OF_THE_COPY.has(key))) : record;
}
