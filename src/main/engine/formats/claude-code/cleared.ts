import type { JsonObject } from '../format.ts';
import { asObject, isObject } from '../json.ts';

/** What Claude Code sends in place of an old result. Newer versions name a file that holds it instead; the log does not say which. */
export const CLEARED_TEXT = '[Old tool result content cleared]';

/** A record as it is sent once its content was cleared: results are replaced by a placeholder, thinking is left out. */
export function cleared(record: JsonObject): JsonObject {
  const message = asObject(record.message);
  if (message === null || !Array.isArray(message.content)) return record;
  const content = message.content
    .filter((block) => !isObject(block) || block.type !== 'thinking')
    .map((block) => (isObject(block) && block.type === 'tool_result' ? { ...block, content: CLEARED_TEXT } : block));
  return { ...record, message: { ...message, content } };
}
