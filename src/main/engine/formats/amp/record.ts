import { type Piece, piecesOf } from '../chat/pieces.ts';
import { asList, asObject, asString, isObject, stringify } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';

const ROLES: ReadonlyMap<string, 'user' | 'assistant'> = new Map([
  ['user', 'user'],
  ['assistant', 'assistant'],
]);

/** Whose message a record is; null for another record. */
export function roleOf({ role, content }: JsonObject): 'user' | 'assistant' | null {
  return content === undefined ? null : (ROLES.get(asString(role) ?? '') ?? null);
}

/** The content of a message as it is sent: a result is what its run came to. */
export function contentOf({ content }: JsonObject): JsonObject[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return asList(content)
    .filter(isObject)
    .map((block) => (block.type === 'tool_result' ? resultOf(block) : block));
}

function resultOf(block: JsonObject): JsonObject {
  const run = asObject(block.run) ?? {};
  const failed = run.status !== 'done';
  const said = run.result ?? asObject(run.error)?.message ?? run.error ?? run.reason ?? run.status ?? null;
  return {
    type: 'tool_result',
    tool_use_id: block.toolUseID ?? null,
    content: [{ type: 'text', text: wordsOf(said) }],
    is_error: failed,
  };
}

const wordsOf = (said: Json): string => asString(said) ?? stringify(said);

/** What a message says to a person or a model; null for another record. */
export function piecesIn(record: JsonObject): Piece[] | null {
  return roleOf(record) === null ? null : piecesOf({ content: contentOf(record) });
}

/** What Amp puts before a prompt, as far as it is known: the user had no file open. Null where there is none, or another one. */
export function noteOf({ userState }: JsonObject): string | null {
  const files = asObject(userState)?.currentlyVisibleFiles;
  return Array.isArray(files) && files.length === 0 ? NONE_OPEN : null;
}

const NONE_OPEN = '<user-state>\nCurrently visible files user has open: none\n</user-state>\n';
