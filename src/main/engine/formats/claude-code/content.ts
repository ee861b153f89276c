import type { Json, JsonObject } from '../format.ts';
import { asObject, asString, isObject, jsonChars } from '../json.ts';

/** The content of a message, whatever shape the writer gave it. */

/**
 * Content of a user or assistant record: a string or a list. A message may also be the text itself, or an object whose keys are
 * the characters of a text (a proxy spread a string); both count as text.
 */
export function contentOf(record: JsonObject): string | Json[] {
  const message = record.message;
  if (typeof message === 'string') return message;
  if (!isObject(message)) return '';
  const content = message.content;
  if (typeof content === 'string' || Array.isArray(content)) return content;
  return content === undefined && typeof message['0'] === 'string' ? spreadText(message) : '';
}

function spreadText(message: JsonObject): string {
  let text = '';
  for (let at = 0; typeof message[at] === 'string'; at += 1) text += message[at];
  return text;
}

/** The same as a list of blocks; strings become text blocks, what is neither is left out. */
export function blocksOf(record: JsonObject): JsonObject[] {
  return toBlocks(contentOf(record));
}

/** Any content as a list of blocks, as `blocksOf` makes it. */
export function toBlocks(content: Json | undefined): JsonObject[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  if (!Array.isArray(content)) return [];
  const blocks: JsonObject[] = [];
  for (const item of content) {
    if (isObject(item)) blocks.push(item);
    else if (typeof item === 'string') blocks.push({ type: 'text', text: item });
  }
  return blocks;
}

/**
 * The input of a call as the model wrote it. Since plans are files, the program itself puts the plan into the logged input of ExitPlanMode
 * and takes it out before it sends the call: next to plans of thousands of tokens the log records answers of a hundred.
 */
export function calledWith(block: JsonObject): Json {
  const input = block.input ?? null;
  if (!isObject(input) || planAdded(block) === null) return input;
  const { plan: _plan, planFilePath: _file, ...written } = input;
  return written;
}

/** The plan that the program put into a call; null where there is none, or where the model wrote it itself, as it once did. */
export function planAdded({ name, input }: JsonObject): string | null {
  if (name !== 'ExitPlanMode' || !isObject(input)) return null;
  return 'planFilePath' in input || 'allowedPrompts' in input ? asString(input.plan) : null;
}

/** First text of a record, without making blocks of the rest. */
export function firstText(record: JsonObject): string {
  const content = contentOf(record);
  if (typeof content === 'string') return content;
  for (const item of content) {
    if (typeof item === 'string') return item;
    if (isObject(item) && item.type === 'text' && typeof item.text === 'string') return item.text;
  }
  return '';
}

/** Text of a tool_result's content: a string, or a list of text, images and references. */
export function resultText(content: Json | undefined): string {
  if (typeof content === 'string') return content;
  return toBlocks(content)
    .map((block) => asString(block.text) ?? asString(block.tool_name) ?? '')
    .filter((text) => text !== '')
    .join('\n');
}

/** Characters of a tool_result's content, and whether an image is among it. */
export function measureResult(content: Json | undefined): { chars: number; media: boolean } {
  if (typeof content === 'string') return { chars: content.length, media: false };
  let chars = 0;
  let media = false;
  for (const block of toBlocks(content)) {
    if (typeof block.text === 'string') chars += block.text.length;
    else if (isMedia(block)) media = true;
    else chars += jsonChars(block);
  }
  return { chars, media };
}

/** An image or a document: what takes tokens that its characters do not tell. */
export function isMedia(block: JsonObject): boolean {
  return block.type === 'image' || block.type === 'document';
}

/** `image/png`, `application/pdf`, or what the block calls itself. */
export function mediaType(block: JsonObject): string {
  const source = asObject(block.source);
  return asString(source?.media_type) ?? asString(block.type) ?? 'media';
}
