import type { Part } from '../../../../shared/model/index.ts';
import type { Draft, Json, JsonObject } from '../format.ts';
import { asList, asObject, asString, isObject, oneLine, stringify, strings } from '../json.ts';
import { part } from '../part.ts';
import { blocksOf } from './content.ts';
import { messagesIn, readRequest, sourceWords } from './request.ts';

/** The three kinds of records that hold a request, as entries: bookkeeping that people can read, found by the hashes that name them. */

export const REQUEST_KINDS = { request: 'api-request', shape: 'api-request-shape', message: 'api-request-blob' } as const;

const NAMED: ReadonlyMap<string, { name: string; label: string }> = new Map([
  [REQUEST_KINDS.request, { name: 'id', label: 'querySource' }],
  [REQUEST_KINDS.shape, { name: 'shapeHash', label: '' }],
  [REQUEST_KINDS.message, { name: 'hash', label: '' }],
]);

export function isRequestKind(type: Json | undefined): boolean {
  return typeof type === 'string' && NAMED.has(type);
}

/** Notes by which name other records know this one. */
export function readRequestRecord(draft: Draft, record: JsonObject): void {
  const known = NAMED.get(draft.kind);
  const name = known ? asString(record[known.name]) : null;
  if (known === undefined) return;
  if (name !== null) draft.names = [name];
  draft.label = asString(record[known.label]) ?? '';
}

const plural = (many: number, word: string): string => `${many} ${word}${many === 1 ? '' : 's'}`;

/** "Request · 41 messages · claude-sonnet-4-5": one line for a list. */
export function requestPreview(record: JsonObject): string {
  const request = readRequest(record);
  if (request !== null) {
    const said = ['Request', plural(messagesIn(request), 'message'), asString(request.parameters.model), sourceWords(request.source)];
    return said.filter(Boolean).join(' · ');
  }
  const shape = asObject(record.shape);
  if (shape !== null) {
    const sizes = `${plural(asList(shape.system).length, 'part')}, ${plural(asList(shape.tools).length, 'tool')}`;
    return `System prompt and tools · ${sizes}`;
  }
  const message = asObject(record.message);
  const [first] = requestParts(record);
  return `Message of a request · ${asString(message?.role) ?? ''} · ${oneLine(first?.text ?? '', 160)}`;
}

/** What the inspector draws: each part of the prompt, each tool, each block of the message; `block` says which of the record it is. */
export function requestParts(record: JsonObject, drawBlock: (block: JsonObject) => Part[] = plainBlock): Part[] {
  const shape = asObject(record.shape);
  if (shape !== null) return shapeParts(asList(shape.system), asList(shape.tools));
  if (record.type === REQUEST_KINDS.message)
    return blocksOf(record).flatMap((block, at) => drawBlock(block).map((drawn) => ({ ...drawn, block: at })));
  const { params, cacheControl, ...rest } = record;
  const marks = asList(cacheControl).map((mark, at) => part('json', stringify(mark, 2), { name: 'cache mark', block: at + 1 }));
  return [
    part('json', stringify(params ?? null, 2), { name: 'parameters', block: 0 }),
    ...marks,
    part('json', stringify(rest, 2), { name: 'request' }),
  ];
}

function shapeParts(system: readonly Json[], tools: readonly Json[]): Part[] {
  const prompt = system.map((item, at) =>
    part('text', asString(asObject(item)?.text) ?? stringify(item), { name: `system ${at + 1}`, block: at }),
  );
  return [...prompt, ...tools.map((tool, at) => part('json', stringify(tool, 2), { name: toolName(tool), block: system.length + at }))];
}

const plainBlock = (block: JsonObject): Part[] => [part('text', asString(block.text) ?? asString(block.content) ?? stringify(block))];

const toolName = (tool: Json): string => (isObject(tool) ? (asString(tool.name) ?? asString(tool.type)) : null) ?? 'tool';

/** What a search should find: the system prompt and the tools. Messages are found where they were said. */
export function requestText(record: JsonObject): string {
  return record.type === REQUEST_KINDS.shape ? strings(record.shape) : '';
}
