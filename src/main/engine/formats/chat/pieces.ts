import { asList, asObject, asString, isObject, jsonOrText, stringify } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';

/** What a message of a chat holds, whichever API it was written for. */
export type Piece =
  | { is: 'text'; text: string }
  | { is: 'thinking'; text: string }
  | { is: 'call'; id: string | null; name: string; input: Json }
  /** `name`: of the tool, where the message says it. `rest`: what of the answer is not text; null for none. */
  | { is: 'result'; id: string | null; name: string | null; text: string; rest: Json; failed: boolean }
  | { is: 'media'; name: string }
  | { is: 'other'; name: string; value: JsonObject };

/** Reads the message of any chat API in pieces, in their order: what was thought, the content, and calls in a field of their own. */
export function piecesOf(message: JsonObject): Piece[] {
  if (message.role === 'tool' || message.role === 'function') return toolPieces(message);
  return [...thoughtsOf(message), ...contentPieces(message.content ?? message.parts), ...callsIn(message)];
}

/** Content as a text, or as a list of blocks. */
export function contentPieces(content: Json | undefined): Piece[] {
  if (typeof content === 'string') return content === '' ? [] : [{ is: 'text', text: content }];
  return (isObject(content) ? [content] : asList(content)).flatMap((block) =>
    typeof block === 'string' ? [{ is: 'text' as const, text: block }] : isObject(block) ? [pieceOf(block)] : [],
  );
}

/** A message of a tool is one result as a rule; some lists have blocks of results in it. */
function toolPieces(message: JsonObject): Piece[] {
  const blocks = asList(message.content).filter(isObject);
  if (blocks.some(({ type }) => RESULTS.has(asString(type) ?? ''))) return contentPieces(message.content);
  return [resultOf(asString(message.tool_call_id), asString(message.name), message.content ?? null, false)];
}

const thoughtsOf = (message: JsonObject): Piece[] =>
  ['reasoning_content', 'reasoning'].flatMap((key) => {
    const text = asString(message[key]);
    return text === null || text === '' ? [] : [{ is: 'thinking' as const, text }];
  });

/** Calls next to the content: a list of functions, or the one function of the older API. */
function callsIn(message: JsonObject): Piece[] {
  const listed = asList(message.tool_calls).filter(isObject);
  const single = asObject(message.function_call);
  return [...listed, ...(single === null ? [] : [{ function: single }])].map((call) => {
    const { name, arguments: input } = asObject(call.function) ?? call;
    return callOf(asString(call.id), asString(name ?? call.tool), input ?? call.input);
  });
}

const RESULTS: ReadonlySet<string> = new Set(['tool_result', 'tool-result', 'function_call_output']);
const CALLS: ReadonlySet<string> = new Set(['tool_use', 'server_tool_use', 'tool-call', 'function_call']);
const TEXTS: ReadonlySet<string> = new Set(['text', 'input_text', 'output_text']);
const THOUGHTS: ReadonlySet<string> = new Set(['thinking', 'think', 'reasoning', 'redacted_thinking']);
const MEDIA: ReadonlySet<string> = new Set([
  ...['image', 'image_url', 'input_image', 'audio_url', 'input_audio', 'video_url', 'document', 'file', 'input_file', 'media'],
]);

function pieceOf(block: JsonObject): Piece {
  const type = asString(block.type) ?? (typeof block.text === 'string' ? 'text' : '');
  if (TEXTS.has(type)) return { is: 'text', text: asString(block.text) ?? '' };
  if (THOUGHTS.has(type)) return { is: 'thinking', text: firstText(block, ['thinking', 'think', 'text', 'reasoning']) };
  if (CALLS.has(type)) return callOf(callId(block), nameIn(block), block.input ?? block.arguments ?? block.args);
  if (RESULTS.has(type)) return resultBlock(block);
  return MEDIA.has(type) ? { is: 'media', name: type.split('_')[0] ?? type } : { is: 'other', name: type, value: block };
}

const firstText = (block: JsonObject, keys: readonly string[]): string =>
  keys.map((key) => asString(block[key])).find((text) => text !== null) ?? '';

const callId = (block: JsonObject): string | null => asString(block.tool_use_id ?? block.toolCallId ?? block.call_id ?? block.id);

const nameIn = (block: JsonObject): string | null => asString(block.name ?? block.toolName);

/** Inputs are objects, or JSON in a text. */
function callOf(id: string | null, name: string | null, input: Json | undefined): Piece {
  return { is: 'call', id, name: name ?? 'tool', input: typeof input === 'string' ? jsonOrText(input) : (input ?? {}) };
}

function resultBlock(block: JsonObject): Piece {
  const output = block.content ?? block.output ?? block.result ?? null;
  const error = isObject(output) && asString(output.type)?.startsWith('error') === true;
  return resultOf(callId(block), nameIn(block), output, block.is_error === true || block.isError === true || error);
}

/** What a tool answered: its texts, and what else there is. */
function resultOf(id: string | null, name: string | null, output: Json, failed: boolean): Piece {
  const { text, rest } = answerOf(output);
  return { is: 'result', id, name, text, rest, failed };
}

function answerOf(output: Json): { text: string; rest: Json } {
  if (typeof output === 'string') return { text: output, rest: null };
  if (isObject(output) && 'value' in output && typeof output.type === 'string') return answerOf(output.value ?? null);
  if (!Array.isArray(output)) return { text: '', rest: output };
  const pieces = contentPieces(output);
  const texts = pieces.flatMap((piece) => (piece.is === 'text' ? [piece.text] : []));
  return texts.length === pieces.length ? { text: texts.join('\n'), rest: null } : { text: texts.join('\n'), rest: restOf(output) };
}

/** What of an answer is neither a text nor a picture. */
const restOf = (output: readonly Json[]): Json => {
  const rest = output.filter(
    (block) => !(isObject(block) && (TEXTS.has(asString(block.type) ?? '') || MEDIA.has(asString(block.type) ?? ''))),
  );
  return rest.length === 0 ? null : rest;
};

/** The words of a message: its texts, without calls, results and thoughts. */
export function wordsOf(pieces: readonly Piece[]): string {
  return pieces.flatMap((piece) => (piece.is === 'text' && piece.text !== '' ? [piece.text] : [])).join('\n');
}

/** A result as text. */
export function resultText({ text, rest }: Extract<Piece, { is: 'result' }>): string {
  return rest === null ? text : [text, stringify(rest, 2)].filter((words) => words !== '').join('\n');
}
