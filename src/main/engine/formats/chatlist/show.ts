import { showChat } from '../chat/show.ts';
import { isObject, without } from '../json.ts';
import type { Json } from '../values.ts';
import { linePieces, roleOf } from './record.ts';

const UNSEARCHED: ReadonlySet<string> = new Set(['role', 'type', 'id', 'timestamp', 'created_at', 'createdAt']);

/** How a message of a list is searched, drawn and listed. */
export const { text, parts, preview } = showChat((record) => (roleOf(record) === null ? null : linePieces(record)), {
  skipped: UNSEARCHED,
});

/** When it was written: it differs in each copy. */
const OF_THE_COPY: ReadonlySet<string> = new Set(['timestamp', 'created_at', 'createdAt']);

/** See `Format.payload`. */
export function payload(record: Json): Json {
  return isObject(record) ? without(record, OF_THE_COPY) : record;
}
