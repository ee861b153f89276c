import type { Role } from '../../../shared/model/index.ts';
import type { Hints } from '../formats/context/hints.ts';
import type { Recorded, RecordedPart } from '../formats/context/recorded-request.ts';
import type { Finding, Pick, Selection } from '../formats/context/selection.ts';
import type { Json, JsonObject } from '../formats/format.ts';
import { asList, asString, isObject, stringify } from '../formats/json.ts';
import type { CacheMark, Placed, SentRequest } from '../formats/request.ts';

/** Contexts that are rebuilt from the request itself, whoever kept it. Pure: the bytes were loaded and proved beforehand. */

/** Where the parts of a request are in the log: the entries of its record, of its shape, and of each message (null for one that lines hold). */
export interface Origins {
  request: number;
  shape: number;
  messages: readonly (number | null)[];
}

/** Takes a request apart. `placed` has its messages with their entries. */
export function partsOf(sent: SentRequest, placed: readonly Placed[], marks: readonly CacheMark[], origins: Origins): RecordedPart[] {
  const { request, shape } = origins;
  const isMarked = createMarks(marks);
  const parts: RecordedPart[] = [parametersOf(sent, request)];
  const add = (part: RecordedPart, path: readonly (string | number)[]): void => {
    parts.push(part);
    const mark = isMarked(path);
    if (mark) parts.push(markAfter(part, mark, request));
  };
  for (const [at, tool] of sent.tools.entries()) add(toolPart(tool, { entry: shape, part: sent.system.length + at }), ['tools', at]);
  for (const [at, block] of sent.system.entries()) add(systemPart(block, at, { entry: shape, part: at }), ['system', at]);
  for (const [at, { message, blocks }] of placed.entries())
    for (const [within, block] of contentOf(message.content).entries())
      add(contentPart(block, String(message.role), blocks[within] ?? [], { entry: origins.messages[at] ?? request, part: within }), [
        'messages',
        at,
        'content',
        within,
      ]);
  return joined(once(parts));
}

/** An entry is in one part: in a later one that does not follow it directly, only the request has it. */
const once = (parts: readonly RecordedPart[]): RecordedPart[] => {
  const taken = new Set<number>();
  return parts.map((part, at) => {
    const before = parts[at - 1]?.entries ?? [];
    const same = before.length === 1 && part.entries.length === 1 && before[0] === part.entries[0];
    const entries = same ? part.entries : part.entries.filter((seq) => !taken.has(seq));
    for (const seq of entries) taken.add(seq);
    return { ...part, entries };
  });
};

/** The blocks of a message; what is none keeps its place, since entries and marks go by it. */
const contentOf = (content: Json | undefined): JsonObject[] => {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return asList(content).map((block) => (isObject(block) ? block : { type: 'text', text: stringify(block) }));
};

const createMarks = (marks: readonly CacheMark[]) => {
  const byPath = new Map(marks.map(({ path, value }, at) => [path.slice(0, 4).join(' '), { value, at }]));
  return (path: readonly (string | number)[]) => byPath.get(path.join(' '));
};

const parametersOf = ({ parameters }: SentRequest, entry: number): RecordedPart => ({
  ...{ type: 'parameters', role: 'system', content: 'parameters', label: 'parameters', text: stringify(parameters), raw: parameters },
  begins: Object.entries(parameters)
    .map(([name, value]) => `${name} ${typeof value === 'object' ? stringify(value) : value}`)
    .join(' · '),
  ...{ media: false, entries: [], source: { entry, part: 0 } },
});

const markAfter = ({ role }: RecordedPart, { value, at }: { value: Json; at: number }, entry: number): RecordedPart => ({
  ...{ type: 'cache-mark', role, content: 'cache-mark', label: 'cache mark', text: stringify(value), raw: value },
  begins: `The provider may read everything above from its cache: ${Object.values(value ?? {}).join(', ')}`,
  ...{ media: false, entries: [], source: { entry, part: at + 1 } },
});

const toolPart = (tool: JsonObject, source: RecordedPart['source']): RecordedPart => {
  const label = typeof tool.name === 'string' ? tool.name : String(tool.type ?? 'tool');
  const { description } = tool;
  return {
    ...{
      type: 'tool',
      role: 'system',
      content: 'tool',
      label,
      text: stringify(tool),
      raw: unmarked(tool),
      media: false,
      entries: [],
      source,
    },
    ...(typeof description === 'string' && { begins: `${label}: ${description}` }),
  };
};

const systemPart = (block: JsonObject, at: number, source: RecordedPart['source']): RecordedPart => ({
  ...{ type: 'system', role: 'system', content: 'text', label: `system ${at + 1}`, text: textOf(block), raw: unmarked(block) },
  ...{ media: false, entries: [], source },
});

const ROLES: Readonly<Record<string, Role>> = { user: 'user', assistant: 'assistant', system: 'system' };

const contentPart = (block: JsonObject, role: string, entries: readonly number[], source: RecordedPart['source']): RecordedPart => {
  const content = typeof block.type === 'string' ? block.type : 'text';
  return {
    ...{ type: 'content', role: content === 'tool_result' ? 'tool' : (ROLES[role] ?? 'user'), content },
    ...{
      label: typeof block.name === 'string' ? block.name : '',
      text: textOf(block),
      raw: unmarked(block),
      media: content === 'image' || content === 'document',
    },
    ...{ entries: [...entries], source },
  };
};

/** A mark has a part of its own, and says nothing to a model. */
const unmarked = ({ cache_control: _, ...block }: JsonObject): JsonObject => block;

/** Results hold blocks, and these no results; a hostile log nests deeper than the stack. */
const DEPTH = 8;

/** The words of a block; of what has none its JSON. */
const textOf = (block: Json, depth = DEPTH): string => {
  if (!isObject(block) || depth === 0) return stringify(block);
  const { text, thinking, content } = block;
  const said = asString(text) ?? asString(thinking) ?? asString(content);
  if (said !== null) return said;
  if (Array.isArray(content)) return content.map((inner) => textOf(inner, depth - 1)).join('\n');
  return block.source === undefined ? stringify(block) : '';
};

/** An entry that became several blocks in a row is one part. */
const joined = (parts: readonly RecordedPart[]): RecordedPart[] => {
  const all: RecordedPart[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    const goesOn = last?.entries.length === 1 && part.entries.length === 1 && last.entries[0] === part.entries[0];
    if (last && goesOn) all[all.length - 1] = { ...last, text: `${last.text}\n${part.text}`, media: last.media || part.media };
    else all.push(part);
  }
  return all;
};

/** What was selected, as the request shows it: its entries in its order. What the rules would have sent and the request does not have is left out. */
const asSent = (derived: Selection, { parts }: Recorded): Selection => {
  const picks = new Map<number, Pick>();
  const before = new Map(derived.picks.map((pick) => [pick.seq, pick]));
  for (const { entries } of parts) for (const seq of entries) if (!picks.has(seq)) picks.set(seq, before.get(seq) ?? { seq });
  const { floor, reasons, otherwise, shaping } = derived;
  // What the rules found out on their way (a chain, a growth) is not what this context rests on.
  return { picks: [...picks.values()], lead: 0, floor, reasons, otherwise, shaping, findings: [] };
};

/** What is recorded goes before what the rules say; where it could not be proved, a sentence says why the rules had to do. */
export function withRecorded(selection: Selection, { recorded, notes = [] }: Hints): Selection {
  if (recorded) return asSent(selection, recorded);
  if (notes.length === 0) return selection;
  return { ...selection, findings: [...notes.map((text): Finding => ({ type: 'note', text })), ...selection.findings] };
}
