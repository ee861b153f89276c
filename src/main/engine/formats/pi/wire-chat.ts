import { asString, stringify } from '../json.ts';
import type { JsonObject, WireMessage } from '../values.ts';
import type { AssistantSaid, ResultSaid, Said } from './said.ts';
import { dataUrl, inRuns, isImage, isSaid, textsOf, wordsOf } from './wire-parts.ts';

/** Fields of a message in which some servers of the Chat API take back what a model thought. */
const THOUGHTS: ReadonlySet<string> = new Set(['reasoning_content', 'reasoning', 'reasoning_text']);

/** Messages as pi sends them to a Chat Completions API. The system prompt is not among them. */
export function chatMessages(said: readonly Said[]): WireMessage[] {
  return inRuns(said).flatMap((run): WireMessage[] => {
    const [one] = run;
    if (one?.role === 'user') {
      const content = typeof one.content === 'string' ? one.content : one.content.flatMap(block);
      return typeof content === 'string' || content.length > 0 ? [{ role: 'user', content }] : [];
    }
    if (one?.role === 'assistant') return answer(one);
    return one?.role === 'toolResult' ? results(run.filter((each) => each.role === 'toolResult')) : [];
  });
}

function block(piece: JsonObject): JsonObject[] {
  if (isImage(piece)) return [{ type: 'image_url', image_url: { url: dataUrl(piece) } }];
  const text = piece.type === 'text' ? (asString(piece.text) ?? '') : '';
  return text === '' ? [] : [{ type: 'text', text }];
}

function answer({ content }: AssistantSaid): WireMessage[] {
  const text = textsOf(content.filter(isSaid)).join('');
  const calls = content.filter(({ type }) => type === 'toolCall');
  if (text === '' && calls.length === 0) return [];
  const thoughts = content.filter(({ type, thinking }) => type === 'thinking' && (asString(thinking) ?? '').trim() !== '');
  const field = asString(thoughts[0]?.thinkingSignature) ?? '';
  return [
    {
      role: 'assistant',
      content: text === '' ? null : text,
      ...(THOUGHTS.has(field) && { [field]: thoughts.map(({ thinking }) => asString(thinking) ?? '').join('\n') }),
      ...(calls.length > 0 && { tool_calls: calls.map(call) }),
    },
  ];
}

const call = ({ id, name, arguments: given }: JsonObject): JsonObject => ({
  id: id ?? '',
  type: 'function',
  function: { name: name ?? '', arguments: stringify(given ?? {}) },
});

/** A result has no pictures in this API: they follow all results as a message of the user's. */
function results(said: readonly ResultSaid[]): WireMessage[] {
  const images = said.flatMap(({ content }) => content.filter(isImage)).flatMap(block);
  return [
    ...said.map(({ call: id, content }) => ({ role: 'tool', content: wordsOf(content, '(no tool output)'), tool_call_id: id })),
    ...(images.length > 0 ? [{ role: 'user', content: [{ type: 'text', text: 'Attached image(s) from tool result:' }, ...images] }] : []),
  ];
}
