import type { Format, Located, Sample } from '../format.ts';
import { asObject, isObject } from '../json.ts';
import { share } from '../share.ts';
import type { JsonObject } from '../values.ts';
import { messages } from './messages.ts';
import { part, read } from './read.ts';
import { parts, payload, preview, text } from './show.ts';
import { thread } from './thread.ts';

/** Sessions of Qwen Code, a tree of records. */
export const qwen = {
  ...{ id: 'qwen', name: 'Qwen Code', detect, locate, read, part, thread, text, parts, preview, messages, payload },
} as const satisfies Format;

const SUB_AGENT = /[\\/]subagents[\\/]([^\\/]+)[\\/]agent-([^\\/]+)\.jsonl$/;

/** Sub-agents have a folder of the session that started them. */
function locate(path: string): Located {
  const [, parentSession, agent] = SUB_AGENT.exec(path) ?? [];
  return parentSession === undefined || agent === undefined ? {} : { parentSession, agent, relation: 'sub-agent' };
}

const TYPES: ReadonlySet<string> = new Set(['user', 'assistant', 'tool_result', 'system']);

/** Records with an id, whose messages have parts, and notes of the program with a payload; a type that nobody knows counts for less. */
function detect(sample: Sample): number {
  return share(sample.records.filter(isObject), likeness, ({ type, uuid }) => typeof type === 'string' && typeof uuid !== 'string');
}

function likeness(record: JsonObject): number {
  const { uuid, type, provenance, message, systemPayload } = record;
  if (typeof uuid !== 'string' || typeof type !== 'string') return 0;
  const fits = Array.isArray(asObject(message)?.parts) || isObject(systemPayload);
  if (typeof provenance !== 'string' && !fits) return 0;
  return TYPES.has(type) && fits ? 1 : 0.6;
}
