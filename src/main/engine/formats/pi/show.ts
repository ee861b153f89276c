import type { Part } from '../../../../shared/model/index.ts';
import { asObject, asString, fewLines, isObject, oneLine, stringify, strings, without } from '../json.ts';
import { part } from '../part.ts';
import type { Json, JsonObject } from '../values.ts';
import { commandText, messageOf, piecesOf, textOf } from './said.ts';

/** How an entry of a pi session is searched, drawn and listed. Text is as it is in the log; no path in it is followed. */

/** Fields that say where an entry is in the tree and when it was written. */
const ENVELOPE: ReadonlySet<string> = new Set(['type', 'id', 'parentId', 'timestamp']);

/** Data that nobody searches for. */
const UNSEARCHED: ReadonlySet<string> = new Set([
  ...ENVELOPE,
  ...['role', 'api', 'provider', 'stopReason', 'responseId', 'usage', 'data', 'mimeType', 'thinkingSignature', 'textSignature'],
  ...['thoughtSignature', 'targetId', 'fromId', 'firstKeptEntryId', 'toolCallId', 'details', 'parameters'],
]);

/** All text that a search should find. */
export function text(record: Json): string {
  if (!isObject(record)) return '';
  const message = messageOf(record);
  if (message === null) return [strings(record, UNSEARCHED), detailsOf(record)].filter((some) => some !== '').join('\n');
  if (message.role === 'bashExecution') return commandText(message);
  if (message.role === 'system') return strings(message, UNSEARCHED);
  const said = piecesOf(message.content).map(searchable).join('\n');
  return [said, asString(message.errorMessage) ?? ''].filter((some) => some !== '').join('\n');
}

/** Lists of files that a summary read or changed; data of extensions. */
const detailsOf = (record: JsonObject): string => (record.type === 'custom' ? strings(record.data) : strings(record.details));

function searchable(piece: JsonObject): string {
  if (piece.type === 'toolCall') return `${asString(piece.name) ?? ''}\n${strings(piece.arguments)}`;
  if (piece.type === 'image') return '';
  return asString(piece.text) ?? asString(piece.thinking) ?? strings(piece, UNSEARCHED);
}

/** What the inspector draws: what was said, and then whatever else the record holds. */
export function parts(record: Json): Part[] {
  if (!isObject(record)) return [part('json', stringify(record, 2))];
  const message = messageOf(record);
  if (message !== null) return messageParts(message);
  const said = asString(record.summary) ?? (record.content === undefined ? null : textOf(record.content));
  const drawn = said === null ? [] : [part('text', said)];
  const images = piecesOf(record.content).filter(({ type }) => type === 'image');
  const replacement = asObject(record.replacement);
  const replaced = replacement === null ? [] : piecesOf(replacement.content).map(draw);
  // The parts are what is counted, and what was sent in the place of an entry is these words alone; its label says of which.
  const rest = without(record, new Set([...ENVELOPE, 'summary', 'content', ...(replacement === null ? [] : ['replacement', 'targetId'])]));
  return [...drawn, ...images.map(draw), ...replaced, ...json(rest, asString(record.type) ?? 'record')];
}

const json = (rest: JsonObject, name: string): Part[] =>
  Object.keys(rest).length === 0 ? [] : [part('json', stringify(rest, 2), { name })];

const SAID: ReadonlySet<string> = new Set(['role', 'content', 'timestamp', 'toolCallId', 'toolName', 'isError', 'command', 'output']);

function messageParts(message: JsonObject): Part[] {
  const rest = json(without(message, SAID), asString(message.role) ?? 'message');
  switch (message.role) {
    case 'bashExecution':
      return [part('text', commandText(message)), ...rest];
    case 'toolResult':
      return [
        result(message),
        ...piecesOf(message.content)
          .filter(({ type }) => type === 'image')
          .map(draw),
        ...rest,
      ];
    default: {
      const drawn = piecesOf(message.content)
        .filter((piece) => piece.type !== 'text' || piece.text !== '')
        .map(draw);
      return [...drawn, ...rest];
    }
  }
}

const result = (message: JsonObject): Part =>
  part('tool_result', textOf(message.content), {
    ...(typeof message.toolCallId === 'string' && { id: message.toolCallId }),
    ...(typeof message.toolName === 'string' && { name: message.toolName }),
    ...(message.isError === true && { failed: true }),
  });

function draw(piece: JsonObject): Part {
  switch (piece.type) {
    case 'text':
      return part('text', asString(piece.text) ?? '');
    case 'thinking':
      return part('thinking', asString(piece.thinking) ?? '', piece.redacted === true ? { name: 'redacted' } : {});
    case 'toolCall':
      return part('tool_call', stringify(piece.arguments ?? {}, 2), {
        name: asString(piece.name) ?? 'tool',
        ...(typeof piece.id === 'string' && { id: piece.id }),
      });
    case 'image':
      return { type: 'image', name: asString(piece.mimeType) ?? 'image', text: asString(piece.data) ?? '' };
    default:
      return part('json', stringify(piece, 2), { name: asString(piece.type) ?? 'block' });
  }
}

/** One to three lines for a list. */
export function preview(record: Json): string {
  if (!isObject(record)) return oneLine(stringify(record), 200);
  const message = messageOf(record);
  if (message === null)
    return fewLines(asString(record.summary) ?? replacementOf(record) ?? (textOf(record.content) || strings(record, ENVELOPE)));
  if (message.role === 'bashExecution') return fewLines(commandText(message));
  if (message.role === 'system') return fewLines(textOf(message.content) || strings(message.sections) || strings(message, UNSEARCHED));
  const lines = piecesOf(message.content).map(glance).filter(Boolean);
  return fewLines(lines.length === 0 ? (asString(message.errorMessage) ?? asString(message.stopReason) ?? '') : lines.join('\n'));
}

const replacementOf = (record: JsonObject): string | null =>
  record.type !== 'context_edit' ? null : record.replacement === null ? '(left out)' : textOf(asObject(record.replacement)?.content);

function glance(piece: JsonObject): string {
  if (piece.type === 'toolCall') return `${asString(piece.name) ?? 'tool'} ${inputGlance(asObject(piece.arguments))}`;
  if (piece.type === 'thinking') return asString(piece.thinking) || '(thinking that the log does not hold)';
  return piece.type === 'image' ? `(${asString(piece.mimeType) ?? 'image'})` : (asString(piece.text) ?? '').slice(0, 2000);
}

/** The field of a tool's input that says most. */
const TELLING = ['command', 'path', 'pattern', 'query', 'url', 'prompt', 'task'];

function inputGlance(input: JsonObject | null): string {
  const telling = TELLING.map((key) => asString(input?.[key])).find((value) => value !== null && value !== '');
  return oneLine(telling ?? (input === null || Object.keys(input).length === 0 ? '' : stringify(input)), 200);
}

/** What makes a record the same fact in another file: not when, nor where in the tree, and of a message only what was said. */
export function payload(record: Json): Json {
  if (!isObject(record)) return record;
  const message = messageOf(record);
  return message === null ? without(record, ENVELOPE) : { type: 'message', message: without(message, NOT_SAID) };
}

const NOT_SAID: ReadonlySet<string> = new Set(['timestamp', 'usage', 'responseId', 'stopReason', 'api', 'provider', 'model']);
