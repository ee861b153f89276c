import type { Json, JsonObject, Sample } from '../format.ts';
import { isObject } from '../json.ts';
import { share } from '../share.ts';
import { isKnownSidecar } from './read.ts';

const NODES: ReadonlySet<string> = new Set(['user', 'assistant', 'system', 'progress', 'attachment']);

/** Fields that only other programs write into records of the same outline (Qwen Code, Codex, Bub, OpenClaw). */
const FOREIGN = ['provenance', 'systemPayload', 'payload', 'traceSchema'];

/** The share of records that Claude Code would write; records of an unknown type count for less. */
export function detect(sample: Sample): number {
  return share(sample.records.filter(isObject), likeness, (record) => isForeign(record));
}

function likeness(record: JsonObject): number {
  const { type, message } = record;
  if (isForeign(record)) return 0;
  const named = typeof record.uuid === 'string';
  const inSession = typeof record.sessionId === 'string';
  if (typeof type !== 'string') return named && isObject(message) ? 0.6 : 0;
  if (NODES.has(type)) return named && (inSession || isMessage(message)) ? 1 : 0;
  if (isKnownSidecar(type)) return inSession || hasOwnField(record, type) ? 1 : 0;
  return inSession && (named || 'parentUuid' in record) ? 0.8 : inSession ? 0.6 : 0;
}

const isForeign = (record: JsonObject): boolean =>
  FOREIGN.some((key) => key in record) || (isObject(record.message) && Array.isArray(record.message.parts));

const isMessage = (message: Json | undefined): boolean => isObject(message) && 'content' in message;

/** Sidecars of old writers have no session; their own field tells them. */
function hasOwnField(record: JsonObject, type: string): boolean {
  if (type === 'summary') return typeof record.summary === 'string' && typeof record.leafUuid === 'string';
  return type === 'file-history-snapshot' && isObject(record.snapshot);
}
