import { asObject, asString, jsonOrNull, stringify } from '../json.ts';
import type { Json, JsonObject, WireMessage } from '../values.ts';
import { changeText } from './prompt.ts';
import { type AssistantSaid, piecesOf, type ResultSaid, type Said, type SystemSaid, type Target } from './said.ts';
import { dataUrl, isImage, textsOf, wordsOf } from './wire-parts.ts';

/** Input items as pi sends them to a Responses API. The system prompt is not among them. */
export function responsesItems(said: readonly Said[], target: Target | null): WireMessage[] {
  return said.flatMap((one, at): WireMessage[] => {
    if (one.role === 'user') return user(one.content);
    if (one.role === 'assistant') return answer(one, at, target);
    return one.role === 'toolResult' ? [result(one)] : change(one);
  });
}

function change(said: SystemSaid): WireMessage[] {
  const text = changeText(said);
  return text === '' ? [] : [{ role: 'developer', content: text }];
}

function input(piece: JsonObject): JsonObject[] {
  if (isImage(piece)) return [{ type: 'input_image', detail: 'auto', image_url: dataUrl(piece) }];
  return piece.type === 'text' ? [{ type: 'input_text', text: asString(piece.text) ?? '' }] : [];
}

function user(said: Json): WireMessage[] {
  const content = piecesOf(said).flatMap(input);
  return content.length === 0 ? [] : [{ role: 'user', content }];
}

function answer({ content, from }: AssistantSaid, at: number, target: Target | null): WireMessage[] {
  // An item is known to the model that made it, and to no other one of its provider.
  const other = target !== null && from.provider === target.provider && from.api === target.api && from.model !== target.model;
  let texts = 0;
  return content.flatMap((piece): WireMessage[] => {
    if (piece.type === 'thinking') return reasoning(piece);
    if (piece.type === 'text') {
      texts += 1;
      return [message(piece, texts === 1 ? `msg_pi_${at}` : `msg_pi_${at}_${texts - 1}`)];
    }
    return piece.type === 'toolCall' ? [call(piece, other)] : [];
  });
}

/** The signature of a thought is the item itself, as JSON. */
function reasoning({ thinkingSignature }: JsonObject): WireMessage[] {
  const item = asObject(jsonOrNull(asString(thinkingSignature) ?? ''));
  return item === null ? [] : [item];
}

const message = ({ text, textSignature }: JsonObject, id: string): WireMessage => ({
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text: asString(text) ?? '', annotations: [] }],
  status: 'completed',
  id: idIn(asString(textSignature)) ?? id,
});

/** Newer signatures are JSON with an id, older ones the id itself. */
function idIn(signature: string | null): string | null {
  if (signature === null || signature === '') return null;
  const held = asObject(jsonOrNull(signature));
  return held === null ? signature : asString(held.id);
}

function call({ id, name, arguments: given }: JsonObject, other: boolean): WireMessage {
  const [callId = '', item = ''] = (asString(id) ?? '').split('|', 2);
  return {
    type: 'function_call',
    call_id: callId,
    name: name ?? '',
    arguments: stringify(given ?? {}),
    ...(item.startsWith('fc_') && !other && { id: item }),
  };
}

function result({ call: id, content }: ResultSaid): WireMessage {
  const texts = textsOf(content).join('\n');
  const output = content.some(isImage)
    ? [...(texts === '' ? [] : [{ type: 'input_text', text: texts }]), ...content.filter(isImage).flatMap(input)]
    : wordsOf(content, '(no tool output)');
  return { type: 'function_call_output', call_id: id.split('|')[0] ?? '', output };
}
