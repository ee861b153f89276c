import { asString } from '../json.ts';
import type { JsonObject, WireMessage } from '../values.ts';
import { changeText } from './prompt.ts';
import type { AssistantSaid, ResultSaid, Said, SystemSaid } from './said.ts';
import { inRuns, isImage, isSaid, textsOf } from './wire-parts.ts';

/** Messages as pi sends them to Anthropic's Messages API: results of parallel calls are one message. */
export function anthropicMessages(said: readonly Said[]): WireMessage[] {
  const out: WireMessage[] = [];
  let changes: WireMessage[] = [];
  for (const run of inRuns(said)) {
    const [one] = run;
    if (one?.role === 'system') changes.push(...change(one));
    else if (one?.role === 'toolResult')
      out.push({ role: 'user', content: run.flatMap((each) => (each.role === 'toolResult' ? result(each) : [])) });
    else if (one?.role === 'user') {
      const content = typeof one.content === 'string' ? one.content : one.content.flatMap(block).filter(isSaid);
      if (typeof content === 'string' ? content.trim() !== '' : content.length > 0) out.push({ role: 'user', content });
    } else if (one?.role === 'assistant') {
      // A change of the prompt may not come between a call and its results: it waits for the next answer.
      out.push(...changes);
      changes = [];
      const content = answer(one);
      if (content.length > 0) out.push({ role: 'assistant', content });
    }
  }
  return [...out, ...changes];
}

function change(said: SystemSaid): WireMessage[] {
  const text = changeText(said);
  const tool = (type: string, name: string): JsonObject => ({ type, tool: { type: 'tool_reference', name } });
  const content = [
    ...(text === '' ? [] : [{ type: 'text', text }]),
    ...said.removed.map((name) => tool('tool_removal', name)),
    ...said.added.map(({ name }) => tool('tool_addition', asString(name) ?? '')),
  ];
  return content.length === 0 ? [] : [{ role: 'system', content }];
}

function block(piece: JsonObject): JsonObject[] {
  if (piece.type === 'text') return [{ type: 'text', text: asString(piece.text) ?? '' }];
  if (!isImage(piece)) return [];
  return [{ type: 'image', source: { type: 'base64', media_type: piece.mimeType ?? null, data: piece.data ?? null } }];
}

const result = ({ call, content, failed }: ResultSaid): JsonObject[] => [
  {
    type: 'tool_result',
    tool_use_id: call,
    content: content.some(isImage) ? content.flatMap(block) : textsOf(content).join('\n'),
    is_error: failed,
  },
];

const answer = ({ content }: AssistantSaid): JsonObject[] =>
  content.flatMap((piece): JsonObject[] => {
    if (piece.type === 'thinking') return thought(piece);
    if (piece.type === 'toolCall') return [{ type: 'tool_use', id: piece.id ?? '', name: piece.name ?? '', input: piece.arguments ?? {} }];
    return block(piece).filter(isSaid);
  });

function thought(piece: JsonObject): JsonObject[] {
  const signature = asString(piece.thinkingSignature) ?? '';
  const thinking = asString(piece.thinking) ?? '';
  if (piece.redacted === true) return [{ type: 'redacted_thinking', data: signature }];
  if (signature.trim() !== '') return [{ type: 'thinking', thinking, signature }];
  return thinking.trim() === '' ? [] : [{ type: 'text', text: thinking }];
}
