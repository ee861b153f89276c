import type { Format, Json } from '../format.ts';
import { asObject, isObject, without } from '../json.ts';
import type { RequestLog } from '../request.ts';
import { cleared } from './cleared.ts';
import { detect } from './detect.ts';
import { locate } from './locate.ts';
import { messages } from './messages.ts';
import { read } from './read.ts';
import { asks, blobOf, readRequest, shapeOf, spoken, wholeOf } from './request.ts';
import { placeRequest } from './request-place.ts';
import { REQUEST_KINDS } from './request-read.ts';
import { searched } from './searched.ts';
import { ENVELOPE, parts, preview, text } from './show.ts';

/** How Claude Code keeps requests since 2.1.330. */
const requests: RequestLog = {
  kinds: REQUEST_KINDS,
  asks,
  read: readRequest,
  shape: shapeOf,
  message: blobOf,
  spoken,
  whole: wholeOf,
  place: placeRequest,
};

/** Sessions of Claude Code, 1.0.98 … 2.1.219. */
export const claudeCode = {
  id: 'claude-code',
  name: 'Claude Code',
  detect,
  locate,
  read,
  text,
  searched,
  parts,
  preview,
  messages,
  cleared,
  payload,
  requests,
} as const satisfies Format;

/** What makes a record the same fact in another file: not who, when and where, and of a message only what was said. */
function payload(record: Json): Json {
  if (!isObject(record)) return record;
  const message = asObject(record.message);
  if (message === null || (record.type !== 'user' && record.type !== 'assistant')) return without(record, ENVELOPE);
  return { type: record.type, role: message.role ?? null, content: message.content ?? message };
}
