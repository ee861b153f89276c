import { asList, asObject, asString } from '../json.ts';
import type { JsonObject, WireMessage } from '../values.ts';
import { type AssistantSaid, piecesOf, type ResultSaid, type Said, type Target } from './said.ts';
import { isImage, isSaid, wordsOf } from './wire-parts.ts';

/** Contents as pi sends them to Google's Generative AI API. The system prompt is not among them. */
export function googleContents(said: readonly Said[], target: Target | null): WireMessage[] {
  const out: WireMessage[] = [];
  const model = target?.model.toLowerCase() ?? '';
  for (const one of said) {
    if (one.role === 'user') push(out, 'user', piecesOf(one.content).flatMap(part));
    else if (one.role === 'assistant') push(out, 'model', answer(one, target, needsIds(model)));
    else if (one.role === 'toolResult') addResult(out, one, model);
  }
  return out;
}

const push = (out: WireMessage[], role: string, parts: JsonObject[]): void => {
  if (parts.length > 0) out.push({ role, parts });
};

/** The major version of a Gemini; null for another model. */
const versionOf = (model: string): number | null => {
  const found = /^gemini(?:-live)?-(\d+)/.exec(model);
  return found === null ? null : Number(found[1]);
};

const needsIds = (model: string): boolean => /^(claude-|gpt-oss-)/.test(model) || (versionOf(model) ?? 0) >= 3;

const inline = ({ mimeType, data }: JsonObject): JsonObject => ({ inlineData: { mimeType: mimeType ?? null, data: data ?? null } });

const part = (piece: JsonObject): JsonObject[] =>
  isImage(piece) ? [inline(piece)] : piece.type === 'text' ? [{ text: asString(piece.text) ?? '' }] : [];

function answer({ content, from }: AssistantSaid, target: Target | null, ids: boolean): JsonObject[] {
  const same = target === null || (from.provider === target.provider && from.model === target.model);
  return content.flatMap((piece): JsonObject[] => {
    if (piece.type === 'text')
      return isSaid(piece) || signed(piece.textSignature, same) ? [{ ...part(piece)[0], ...signature(piece.textSignature, same) }] : [];
    if (piece.type === 'thinking') return thought(piece, same);
    if (piece.type !== 'toolCall') return [];
    const called = { name: piece.name ?? '', args: piece.arguments ?? {}, ...(ids && { id: piece.id ?? '' }) };
    return [{ functionCall: called, ...signature(piece.thoughtSignature, same) }];
  });
}

function thought({ thinking, thinkingSignature }: JsonObject, same: boolean): JsonObject[] {
  const text = asString(thinking) ?? '';
  if (text.trim() === '' && !signed(thinkingSignature, same)) return [];
  return [same ? { thought: true, text, ...signature(thinkingSignature, same) } : { text }];
}

/** A signature goes back to the model that made it, where it is base64. */
const signed = (value: JsonObject[string] | undefined, same: boolean): boolean =>
  same && typeof value === 'string' && value.length > 0 && value.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(value);

const signature = (value: JsonObject[string] | undefined, same: boolean): JsonObject =>
  signed(value, same) ? { thoughtSignature: value ?? null } : {};

/** Results of parallel calls are parts of one message; a Gemini before 3 gets their pictures in one of their own. */
function addResult(out: WireMessage[], { call, tool, content, failed }: ResultSaid, model: string): void {
  const images = content.filter(isImage).map(inline);
  const inside = (versionOf(model) ?? 3) >= 3;
  const said = wordsOf(content, '');
  const response: JsonObject = {
    functionResponse: {
      name: tool,
      response: failed === true ? { error: said } : { output: said },
      ...(images.length > 0 && inside && { parts: images }),
      ...(needsIds(model) && { id: call }),
    },
  };
  const last = out.at(-1);
  const parts = asList(last?.parts);
  if (last?.role === 'user' && parts.some((each) => 'functionResponse' in (asObject(each) ?? {}))) last.parts = [...parts, response];
  else out.push({ role: 'user', parts: [response] });
  if (images.length > 0 && !inside) out.push({ role: 'user', parts: [{ text: 'Tool result image:' }, ...images] });
}
