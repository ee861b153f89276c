import { showChat } from '../chat/show.ts';
import type { Format, Sample } from '../format.ts';
import { isObject, without } from '../json.ts';
import { share } from '../share.ts';
import type { Json, JsonObject } from '../values.ts';
import { messages } from './messages.ts';
import { part, read } from './read.ts';
import { linePieces } from './record.ts';

const UNSEARCHED: ReadonlySet<string> = new Set(['v', 'agent', 'cli_version', 'type', 'ts', 'id']);

/** How a line of a transcript is searched, drawn and listed. */
const { text, parts, preview } = showChat(
  (record) => {
    const pieces = linePieces(record);
    return pieces.length > 0 ? pieces : null;
  },
  { skipped: UNSEARCHED },
);

/** When it was written, and by which version: it differs in each copy. */
const OF_THE_COPY: ReadonlySet<string> = new Set(['ts', 'cli_version', 'of']);

/** See `Format.payload`. */
function payload(record: Json): Json {
  return isObject(record) ? without(record, OF_THE_COPY) : record;
}

/** Transcripts that Entire makes of the sessions of any agent. */
export const entire = {
  ...{ id: 'entire', name: 'Entire', detect, locate: () => ({}), read, part, text, parts, preview, messages, payload },
} as const satisfies Format;

/** Lines with a version, the agent, and the version of the program that wrote them. */
function detect({ records }: Sample): number {
  return share(records.filter(isObject), likeness, ({ v, type }) => typeof type === 'string' && v === undefined);
}

function likeness({ v, agent, cli_version, type, ts }: JsonObject): number {
  if (typeof v !== 'number' || typeof agent !== 'string' || typeof cli_version !== 'string') return 0;
  return typeof type === 'string' && ts !== undefined ? 1 : 0.5;
}
