import { contentPieces, type Piece, piecesOf } from '../chat/pieces.ts';
import { asObject, asString } from '../json.ts';
import type { JsonObject } from '../values.ts';

/** What the lines of a session hold, as one shape for all that read them. */

/** What the entry of the system prompt is called. */
export const SYSTEM = 'system prompt';

/** Lines of a context that are not messages. */
export const MARKS: ReadonlySet<string> = new Set(['_system_prompt', '_checkpoint', '_usage']);

/** Lines of a context that are messages. */
export const ROLES: ReadonlyMap<string, 'system' | 'user' | 'assistant' | 'tool'> = new Map([
  ['_system_prompt', 'system'],
  ['system', 'system'],
  ['user', 'user'],
  ['assistant', 'assistant'],
  ['tool', 'tool'],
]);

export function isMessage({ role }: JsonObject): boolean {
  return ROLES.has(asString(role) ?? '');
}

/** An event of the wire log: its type and what it says. Null for a line of a context. */
export function eventOf({ message, type, protocol_version }: JsonObject): { type: string; payload: JsonObject } | null {
  const event = asObject(message);
  const name = asString(event?.type);
  if (event !== null && name !== null) return { type: name, payload: asObject(event.payload) ?? {} };
  return typeof type === 'string' && protocol_version !== undefined ? { type, payload: { protocol_version } } : null;
}

/** What a line says to a person or a model: the pieces of a message, or of what an event shows. */
export function linePieces(record: JsonObject): Piece[] {
  const event = eventOf(record);
  if (event === null) return isMessage(record) ? piecesOf(record) : [];
  const { type, payload } = event;
  if (type === 'TurnBegin' || type === 'SteerInput') return contentPieces(payload.user_input);
  if (type === 'ContentPart') return contentPieces([payload]);
  if (type === 'ToolCall') return piecesOf({ tool_calls: [payload] });
  if (type !== 'ToolResult') return [];
  const answer = asObject(payload.return_value) ?? {};
  const content = asString(answer.output) === '' ? (answer.message ?? '') : (answer.output ?? answer.message ?? '');
  return contentPieces([{ type: 'tool_result', id: payload.tool_call_id ?? null, content, is_error: answer.is_error === true }]);
}
