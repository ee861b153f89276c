import type { JsonObject } from '../format.ts';
import { asList, asObject, asString } from '../json.ts';
import { toBlocks } from './content.ts';

/**
 * From 2.1.285 on an attachment record carries `rendered`: the very blocks that it became on the wire, wrapper included. Where it is there
 * no reconstruction is needed; a record without it says nothing, since some attachments (an image) are sent and have none.
 */

/** The messages that the attachment became, each with its blocks; null where the record does not hold them. */
export function renderedMessages(record: JsonObject): JsonObject[][] | null {
  return Array.isArray(record.rendered) ? asList(record.rendered).map((piece) => toBlocks(asObject(piece)?.content)) : null;
}

/** All of these blocks; null where the record does not hold them. */
export function renderedBlocks(record: JsonObject): JsonObject[] | null {
  return renderedMessages(record)?.flat() ?? null;
}

/** The same as one text, as the model reads it; null where the record does not hold it. */
export function renderedText(record: JsonObject): string | null {
  const blocks = renderedBlocks(record);
  if (blocks === null) return null;
  return blocks.map((block) => unwrapped(asString(block.text) ?? '')).join('\n');
}

/** What the reminder around a text says: its tags tell a person nothing. */
function unwrapped(text: string): string {
  const inner = /^<system-reminder>\n([\s\S]*)\n<\/system-reminder>\n?$/.exec(text)?.[1];
  return inner ?? text;
}
