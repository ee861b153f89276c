import { asObject, asString, isObject, stringify } from '../formats/json.ts';
import type { Block } from '../formats/snapshots/block.ts';
import type { Json, JsonObject } from '../formats/values.ts';
import type { ToolSpec } from '../runs/api.ts';
import type { Part, Turn } from '../runs/conversation.ts';

/** What no API takes from us, and what is put in order for them. */
export interface Lost {
  thinking: number;
  /** What else is not sent, by its type. */
  media: Record<string, number>;
  /** Results without a call before them, and calls without a result after them. */
  results: number;
  calls: number;
}

export interface Spoken {
  /** System prompts, in the order in which they came. */
  systems: string[];
  turns: Turn[];
  lost: Lost;
}

const count = (counts: Record<string, number>, name: string): void => {
  counts[name] = (counts[name] ?? 0) + 1;
};

/** Puts blocks of any API into turns that every API here knows. Pure. */
export function spokenOf(blocks: readonly Block[]): Spoken {
  const lost: Lost = { thinking: 0, media: {}, results: 0, calls: 0 };
  const systems: string[] = [];
  const turns: Turn[] = [];
  for (const block of blocks) {
    if (block.block === 'tool') continue;
    if (block.block === 'thinking') lost.thinking += 1;
    else if (block.role === 'system' && block.block === 'text') systems.push(textOf(block));
    else add(turns, block, lost, turns.length);
  }
  return { systems: systems.filter(Boolean), turns: paired(turns, lost), lost };
}

const textOf = ({ text }: Block): string => asString(text) ?? '';

const add = (turns: Turn[], block: Block, lost: Lost, made: number): void => {
  const { block: kind, role } = block;
  if (kind === 'call') assistantIn(turns).calls.push(callOf(block, made));
  else if (kind === 'result') turns.push({ role: 'tool', id: asString(block.id) ?? '', text: resultText(block.output, lost) });
  else if (kind !== 'text') addOther(turns, block, lost);
  else if (textOf(block) !== '' && role === 'assistant') say(assistantIn(turns), textOf(block));
  else if (textOf(block) !== '') partsIn(turns, block).push({ text: textOf(block) });
};

const addOther = (turns: Turn[], block: Block, lost: Lost): void => {
  const value = asObject(block.value) ?? {};
  const image = imageIn(value);
  if (image !== null && block.role !== 'assistant') partsIn(turns, block).push({ image });
  else if (/thinking|reasoning/.test(asString(value.type) ?? '')) lost.thinking += 1;
  else count(lost.media, asString(value.type) ?? 'content');
};

type Assistant = Extract<Turn, { role: 'assistant' }>;

/** Words and calls up to the next result or prompt are one answer. */
const assistantIn = (turns: Turn[]): Assistant => {
  const last = turns.at(-1);
  if (last?.role === 'assistant') return last;
  const turn: Assistant = { role: 'assistant', text: '', calls: [] };
  turns.push(turn);
  return turn;
};

const say = (turn: Assistant, text: string): void => {
  turn.text = turn.text === '' ? text : `${turn.text}\n\n${text}`;
};

const partsIn = (turns: Turn[], { opens }: Block): Part[] => {
  const last = turns.at(-1);
  if (last?.role === 'user' && opens !== true) return last.parts;
  const parts: Part[] = [];
  turns.push({ role: 'user', parts });
  return parts;
};

/** A call without an id is named after its place. */
const callOf = ({ id, name, input }: Block, place: number): Assistant['calls'][number] => ({
  id: asString(id) || `call-${place}`,
  name: asString(name) ?? 'tool',
  arguments: typeof input === 'string' ? input : stringify(input ?? {}),
});

/** A picture, wherever an API has its bytes or address. */
const imageIn = ({ type, source, image_url, inlineData, data, mimeType }: JsonObject): string | null => {
  const from = asObject(source);
  const [bytes, media] = [
    asString(from?.data) ?? asString(asObject(inlineData)?.data) ?? (type === 'image' ? asString(data) : null),
    asString(from?.media_type) ?? asString(asObject(inlineData)?.mimeType) ?? asString(mimeType),
  ];
  if (bytes !== null && media !== null) return media.startsWith('image/') ? `data:${media};base64,${bytes}` : null;
  return asString(image_url) ?? asString(asObject(image_url)?.url) ?? (from?.type === 'url' ? asString(from.url) : null);
};

const resultText = (output: Json | undefined, lost: Lost): string => {
  if (typeof output === 'string') return output;
  if (!Array.isArray(output)) return stringify(output ?? null);
  const texts = output.map((item) => {
    const words = typeof item === 'string' ? item : asString(asObject(item)?.text);
    if (words !== null) return words;
    if (!isObject(item) || imageIn(item) === null) return stringify(item);
    count(lost.media, 'picture in a result');
    return '[a picture that is not sent]';
  });
  return texts.join('\n');
};

const NO_RESULT = 'No result of this call is in this context.';

/** Every call is followed by its result, and no result comes without a call: no API takes anything else. */
const paired = (turns: readonly Turn[], lost: Lost): Turn[] => {
  const out: Turn[] = [];
  const orphans: string[] = [];
  let open: string[] = [];
  const close = (): void => {
    for (const id of open) out.push({ role: 'tool', id, text: NO_RESULT });
    for (const text of orphans.splice(0))
      out.push({ role: 'user', parts: [{ text: `A result whose call is not in this context:\n${text}` }] });
    lost.calls += open.length;
    open = [];
  };
  for (const turn of turns) {
    if (turn.role === 'tool') {
      const at = turn.id === '' ? 0 : open.indexOf(turn.id);
      const [id] = at < 0 ? [] : open.splice(at, 1);
      if (id !== undefined) out.push({ ...turn, id });
      else orphans.push(turn.text);
      lost.results += id === undefined ? 1 : 0;
      continue;
    }
    close();
    out.push(turn);
    if (turn.role === 'assistant') open = turn.calls.map(({ id }) => id);
  }
  close();
  return out;
};

/** Definitions of tools as all APIs here take them. Those without a schema are the provider's own, and are answered by name alone. */
export function toolsIn(blocks: readonly Block[]): { specs: ToolSpec[]; without: string[] } {
  const specs: ToolSpec[] = [];
  const without: string[] = [];
  for (const { block, name, definition } of blocks) {
    if (block !== 'tool') continue;
    const item = asObject(definition) ?? {};
    const inner = asObject(item.function) ?? item;
    const parameters = [inner.input_schema, inner.parameters, inner.inputSchema, inner.parametersJsonSchema].map(asObject).find(Boolean);
    const spec = { name: asString(name) ?? '', description: asString(inner.description) ?? '' };
    if (parameters) specs.push({ ...spec, parameters });
    else without.push(spec.name);
  }
  return { specs, without };
}

const KNOWN_BY_CALLS = 'It was called before in this conversation. Its definition is not in the log.';

/** Tools by the calls that were made of them, where nobody kept their definitions. */
export function toolsByCalls(blocks: readonly Block[]): ToolSpec[] {
  const fields = new Map<string, Set<string>>();
  for (const { block, name, input } of blocks) {
    if (block !== 'call') continue;
    const known = fields.get(asString(name) ?? '') ?? new Set();
    fields.set(asString(name) ?? '', known);
    for (const field of Object.keys(asObject(input) ?? {})) known.add(field);
  }
  return [...fields].map(([name, names]) => ({
    name,
    description: KNOWN_BY_CALLS,
    parameters: { type: 'object', properties: Object.fromEntries([...names].sort().map((field) => [field, {}])) },
  }));
}
