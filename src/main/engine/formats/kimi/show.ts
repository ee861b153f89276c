import { showChat } from '../chat/show.ts';
import { eventOf, isMessage, linePieces } from './record.ts';

const UNSEARCHED: ReadonlySet<string> = new Set(['role', 'type', 'id', 'timestamp', 'tool_call_id', 'message_id']);

/** How a line of a session is searched, drawn and listed: an event that says nothing by its fields, without its time. */
export const { text, parts, preview } = showChat(
  (record) => {
    const pieces = linePieces(record);
    return pieces.length > 0 || isMessage(record) ? pieces : null;
  },
  { skipped: UNSEARCHED, shownOf: (record) => eventOf(record)?.payload ?? record, nameOf: (record) => eventOf(record)?.type ?? 'record' },
);
