import { asList, asString, isObject } from '../json.ts';
import type { Json, JsonObject, WireMessage } from '../values.ts';
import { callsOf, piecesOf, responseOf, sentId } from './record.ts';

/** Contents as Gemini CLI sends them: what follows in one name is one content. Thoughts and notices are not sent. */
export function messages(records: Json[]): WireMessage[] {
  const out: WireMessage[] = [];
  for (const record of records) {
    if (!isObject(record)) continue;
    const role = record.type === 'gemini' ? 'model' : record.type === 'user' ? 'user' : null;
    if (role !== null) push(out, role, role === 'model' ? answer(record) : piecesOf(record).flatMap(sent));
  }
  return out;
}

function push(out: WireMessage[], role: string, parts: JsonObject[]): void {
  const last = out.at(-1);
  if (parts.length === 0) return;
  if (last?.role === role) last.parts = [...asList(last.parts), ...parts];
  else out.push({ role, parts });
}

const answer = (record: JsonObject): JsonObject[] => [
  ...piecesOf(record).flatMap(sent),
  ...callsOf(record).map(({ id, name, args }) => ({ functionCall: called(name, id, { args: args ?? {} }) })),
];

const called = (tool: Json | undefined, id: Json | undefined, more: JsonObject): JsonObject => {
  const [name, given] = [asString(tool) ?? '', asString(id)];
  return { ...(given !== null && { id: sentId(name, given) }), name, ...more };
};

function sent(piece: JsonObject): JsonObject[] {
  if (piece.thought === true || piece.text === '') return [];
  const response = responseOf(piece);
  if (response === null) return [piece];
  const { id, name, ...rest } = response;
  return [{ functionResponse: called(name, id, rest) }];
}
