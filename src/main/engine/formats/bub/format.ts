import type { Format, Json, JsonObject, Sample, Spilling } from '../format.ts';
import { isObject } from '../json.ts';
import { share } from '../share.ts';
import { spillChunk, spillHandles } from './entry.ts';
import { locate } from './file-names.ts';
import { messages } from './messages.ts';
import { read } from './read.ts';
import { parts, preview, text } from './show.ts';

/** Long outputs are moved to a sidecar tape in pieces, each after an anchor `spill/HANDLE/chunk/NUMBER`. */
const spilling: Spilling = {
  handles: spillHandles,
  announces: (anchor, handle) => anchor.startsWith(`spill/${handle}/chunk/`),
  chunk: spillChunk,
};

/** Tapes of Bub, from its first commit to after 0.4.3. */
export const bub = {
  id: 'bub',
  name: 'Bub',
  detect,
  locate,
  read,
  text,
  parts,
  preview,
  messages,
  payload,
  spilling,
} as const satisfies Format;

const KINDS: ReadonlySet<string> = new Set([
  'message',
  'system',
  'tool_call',
  'tool_result',
  'error',
  'anchor',
  'event',
  'loop',
  'command',
]);

/** The share of `{id, kind, payload}` lines; a kind that nobody knows counts for less. */
function detect(sample: Sample): number {
  return share(sample.records.filter(isObject), likeness, (record) => typeof record.type === 'string');
}

function likeness(record: JsonObject): number {
  if (typeof record.kind !== 'string' || !isObject(record.payload) || typeof record.id !== 'number') return 0;
  return KINDS.has(record.kind) ? 1 : 0.7;
}

/** What makes an entry the same fact in another file: kind and payload, and whether it is for the context. */
function payload(record: Json): Json {
  if (!isObject(record)) return record;
  const meta = isObject(record.meta) ? record.meta : {};
  const hidden = meta.payload === undefined ? {} : { data: meta.payload };
  return { kind: record.kind ?? null, payload: record.payload ?? null, ...hidden, ...(meta.context === false ? { context: false } : {}) };
}
