import { asList, asObject, asString, isObject } from '../json.ts';
import type { JsonObject } from '../values.ts';

/** What the events of a session hold, as one shape for all that read them. */

export function dataOf(record: JsonObject): JsonObject {
  return asObject(record.data) ?? {};
}

export function callsOf(data: JsonObject): JsonObject[] {
  return asList(data.toolRequests).filter(isObject);
}

/** What was sent for a prompt: with the time, reminders and files around it, where the log has that. */
const promptOf = (data: JsonObject): string => asString(data.transformedContent) ?? asString(data.content) ?? '';

/** What the model reads of a tool: its concise text, or why it failed. */
const resultOf = (data: JsonObject): string =>
  asString(asObject(data.result)?.content) ?? asString(asObject(data.error)?.message) ?? asString(data.error) ?? '';

/** The event is of a sub-agent, whose own context it is in. */
export function isOfAgent(record: JsonObject): boolean {
  return typeof dataOf(record).parentToolCallId === 'string' || (typeof record.agentId === 'string' && record.agentId !== 'main');
}

/** Events that are messages, by their types, with the role that each has. */
export const MESSAGES: ReadonlyMap<string, 'system' | 'user' | 'assistant' | 'tool'> = new Map([
  ['system.message', 'system'],
  ['user.message', 'user'],
  ['assistant.message', 'assistant'],
  ['tool.execution_complete', 'tool'],
  ['system.notification', 'user'],
  ['skill.invoked', 'user'],
]);

/** The words of an event that is a message. */
export function wordsOf(record: JsonObject): string {
  const data = dataOf(record);
  if (record.type === 'user.message') return promptOf(data);
  if (record.type === 'tool.execution_complete') return resultOf(data);
  return asString(record.type === 'session.compaction_complete' ? data.summaryContent : data.content) ?? '';
}
