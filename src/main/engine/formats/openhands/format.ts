import { showChat } from '../chat/show.ts';
import type { Format, Located, Sample } from '../format.ts';
import { asList, isObject, without } from '../json.ts';
import type { Json, JsonObject, WireMessage } from '../values.ts';
import { read } from './read.ts';
import { isEvent, kindOf, piecesIn, requestOf, saidIn } from './record.ts';

const UNSEARCHED: ReadonlySet<string> = new Set([
  'id',
  'timestamp',
  'source',
  'kind',
  'action_id',
  'tool_call_id',
  'llm_response_id',
  'cause',
]);

const OF_THE_COPY: ReadonlySet<string> = new Set(['id', 'timestamp', 'cause', 'llm_metrics', 'action_id', 'llm_response_id']);

/** Conversations of OpenHands: events, each a document or in a list. */
export const openHands = {
  ...{ id: 'openhands', name: 'OpenHands', detect, locate, read, messages, ...showChat(piecesIn, { skipped: UNSEARCHED, nameOf: kindOf }) },
  document: { records: ['*', 'history.*'] },
  payload: (record) => (isObject(record) ? without(record, OF_THE_COPY) : record),
} as const satisfies Format;

const PART = /(?:^|[\\/])events[\\/](?!0\.json$)[^\\/]+\.json$/;

/** Events have a source and a time, and are an action, an observation or of a kind. A single one is a session only where it is the first. */
function detect({ path, records, document }: Sample): number {
  if (document === undefined || PART.test(path)) return 0;
  const objects = records.filter(isObject);
  if (/base_state\.json$/.test(path) && objects.some(({ agent, id }) => isObject(agent) && typeof id === 'string')) return 1;
  const events = objects.filter(isEvent).length;
  if (events === 0 || events * 2 < objects.length) return 0;
  return document.list || document.keys.includes('history') || /[\\/]events[\\/]0\.json$/.test(path) ? 0.95 : 0;
}

const FOLDER = /[\\/](?:sessions|conversations)[\\/](?:[^\\/]+[\\/])?([^\\/]+)[\\/](?:events[\\/]0|base_state)\.json$/;

/** Conversations of sub-agents are in a folder of the one that started them. */
const SUB_AGENT = /[\\/]([^\\/]+)[\\/]subagents[\\/]([^\\/]+)[\\/]base_state\.json$/;

function locate(path: string): Located {
  const [, parent, child] = SUB_AGENT.exec(path) ?? [];
  if (parent !== undefined && child !== undefined)
    return { session: idOf(child), agent: idOf(child), parentSession: idOf(parent), relation: 'sub-agent' };
  const session = FOLDER.exec(path)?.[1];
  return session === undefined ? {} : { session: idOf(session) };
}

/** A folder is named by the id of its conversation, without its dashes. */
function idOf(folder: string): string {
  return /^[0-9a-f]{32}$/.test(folder) ? folder.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') : folder;
}

/** Messages of a chat completion. Calls of one answer are one message; their results follow it. */
function messages(records: Json[]): WireMessage[] {
  const out: WireMessage[] = [];
  const answers = new Map<string, WireMessage>();
  for (const record of records.filter(isObject)) {
    const said = saidIn(record);
    if (said === null) continue;
    const id = said.role === 'assistant' ? requestOf(record) : null;
    const begun = id === null ? undefined : answers.get(id);
    if (begun === undefined) {
      const own = { ...said.message };
      out.push(own);
      if (id !== null) answers.set(id, own);
    } else append(begun, said.message);
  }
  return out;
}

function append(before: WireMessage, { tool_calls: calls }: JsonObject): void {
  before.tool_calls = [...asList(before.tool_calls), ...asList(calls)];
}
