import type { Part } from '../../../../shared/model/index.ts';
import { partsOf, previewOf, textOf } from '../chat/show.ts';
import { fewLines, isObject, oneLine, stringify, strings } from '../json.ts';
import { part } from '../part.ts';
import type { Json } from '../values.ts';
import { linePieces } from './record.ts';

/** How a line of a transcript is searched, drawn and listed. */

const UNSEARCHED: ReadonlySet<string> = new Set(['v', 'agent', 'cli_version', 'type', 'ts', 'id']);

/** See `Format.text`. */
export function text(record: Json): string {
  if (!isObject(record)) return '';
  const pieces = linePieces(record);
  return pieces.length > 0 ? textOf(pieces) : strings(record, UNSEARCHED);
}

/** See `Format.parts`. */
export function parts(record: Json): Part[] {
  const pieces = isObject(record) ? linePieces(record) : [];
  return pieces.length > 0 ? partsOf(pieces) : [part('json', stringify(record, 2))];
}

/** See `Format.preview`. */
export function preview(record: Json): string {
  const said = isObject(record) ? previewOf(linePieces(record)) : '';
  return said === '' ? fewLines(oneLine(stringify(record), 240)) : said;
}

/** When it was written, and by which version: it differs in each copy. */
const OF_THE_COPY: ReadonlySet<string> = new Set(['ts', 'cli_version', 'of']);

/** See `Format.payload`. */
export function payload(record: Json): Json {
  return isObject(record) ? Object.fromEntries(Object.entries(record).filter(([key]) => !OF_THE_COPY.has(key))) : record;
}
