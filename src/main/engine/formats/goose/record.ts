import { contentPieces, type Piece } from '../chat/pieces.ts';
import { asList, asObject, asString, isObject } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';

/** A message of a session, whether it is a row or a line. */
export interface Said {
  role: 'user' | 'assistant';
  content: JsonObject[];
  metadata: JsonObject;
}

const ROLES: ReadonlyMap<string, Said['role']> = new Map([
  ['user', 'user'],
  ['assistant', 'assistant'],
]);

/** Reads the message of a record; null for another record. */
export function saidIn(record: JsonObject): Said | null {
  const role = ROLES.get(asString(record.role) ?? '');
  const content = record.content_json ?? record.content;
  if (role === undefined || !Array.isArray(content)) return null;
  return { role, content: content.filter(isObject), metadata: asObject(record.metadata_json ?? record.metadata) ?? {} };
}

/** What a record says to a person or a model; null for a record that is not a message. */
export function piecesIn(record: JsonObject): Piece[] | null {
  const said = saidIn(record);
  return said === null ? null : contentPieces(said.content.map(blockOf));
}

/** A block of a message as chat APIs have it; what only Goose knows stays as it is. */
function blockOf(block: JsonObject): JsonObject {
  if (block.type === 'toolRequest' || block.type === 'frontendToolRequest') {
    const { name, arguments: input } = asObject(heldIn(block.toolCall)) ?? {};
    return { type: 'tool_use', id: block.id ?? null, name: name ?? null, input: input ?? {} };
  }
  return block.type === 'toolResponse' ? resultOf(block) : block;
}

/** What came of something that may have failed. */
const heldIn = (result: Json | undefined): Json | undefined => {
  const value = asObject(result);
  return value === null ? result : (value.value ?? value.Ok ?? result);
};

function resultOf(block: JsonObject): JsonObject {
  const result = asObject(block.toolResult) ?? {};
  const value = heldIn(result) ?? null;
  const error = asString(result.error) ?? asString(result.Err);
  const content = error ?? asObject(value)?.content ?? value;
  const failed = error !== null || asObject(value)?.isError === true;
  return {
    type: 'tool_result',
    tool_use_id: block.id ?? null,
    content: Array.isArray(content) ? wordsFirst(content) : content,
    is_error: failed,
  };
}

/** What is for the user alone is not sent. */
const wordsFirst = (content: readonly Json[]): Json[] =>
  content.filter((one) => {
    const audience = asList(asObject(asObject(one)?.annotations)?.audience);
    return audience.length === 0 || audience.includes('assistant');
  });

/** Blocks that tell the user something and are no part of a request. */
const NOTICES: ReadonlySet<string> = new Set([
  ...[
    'systemNotification',
    'summarizationRequested',
    'contextLengthExceeded',
    'conversationCompacted',
    'toolConfirmationRequest',
    'actionRequired',
  ],
]);

/** The blocks of a message that are sent. */
export function sentIn({ content }: Said): JsonObject[] {
  return content.filter(({ type }) => !NOTICES.has(asString(type) ?? '')).map(blockOf);
}
