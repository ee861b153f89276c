import { showChat } from '../chat/show.ts';
import { isObject, without } from '../json.ts';
import type { Json } from '../values.ts';
import { linePieces } from './record.ts';

const UNSEARCHED: ReadonlySet<string> = new Set(['v', 'agent', 'cli_version', 'type', 'ts', 'id']);

/** How a line of a transcript is searched, drawn and listed. */
export const { text, parts, preview } = showChat(
  (record) => {
    const pieces = linePieces(record);
    return pieces.length > 0 ? pieces : null;
  },
  { skipped: UNSEARCHED },
);

/** When it was written, and by which version: it differs in each copy. */
const OF_THE_COPY: ReadonlySet<string> = new Set(['ts', 'cli_version', 'of']);

/** See `Format.payload`. */
export function payload(record: Json): Json {
  return isObject(record) ? without(record, OF_THE_COPY) : record;
}
