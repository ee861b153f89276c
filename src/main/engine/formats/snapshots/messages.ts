import { asObject, asString } from '../json.ts';
import type { Json, JsonObject, WireMessage } from '../values.ts';
import { type Block, isBlock } from './block.ts';

/** Requests in the shape that OpenTelemetry has for messages of all providers: `{role, parts}`. */

const partOf = (block: Block): JsonObject => {
  const id = asString(block.id);
  switch (block.block) {
    case 'thinking':
      return { type: 'reasoning', content: block.text ?? '' };
    case 'call':
      return { type: 'tool_call', id, name: block.name ?? '', arguments: block.input ?? null };
    case 'result':
      return { type: 'tool_call_response', id, response: block.output ?? null };
    case 'other':
      return asObject(block.value) ?? { type: 'data', content: block.value ?? null };
    default:
      return { type: 'text', content: block.text ?? '' };
  }
};

/** Blocks follow each other in one message until one opens the next. */
function grouped(blocks: readonly Block[]): WireMessage[] {
  const out: { role: string; parts: JsonObject[] }[] = [];
  for (const block of blocks) {
    const last = out.at(-1);
    if (last === undefined || last.role !== block.role || block.opens === true) out.push({ role: block.role, parts: [partOf(block)] });
    else last.parts.push(partOf(block));
  }
  return out;
}

const blocksIn = (records: readonly Json[]): Block[] =>
  records.flatMap((record) => {
    const block = asObject(record);
    return block !== null && isBlock(block) && block.block !== 'tool' ? [block] : [];
  });

/** See `Format.messages`: the system prompt is a message too. Tools are not among them. */
export function messagesOf(records: readonly Json[]): WireMessage[] {
  return grouped(blocksIn(records));
}

/** See `Format.built`. */
export function builtOf(records: readonly Json[]) {
  const blocks = blocksIn(records);
  const isSystem = ({ role, block }: Block): boolean => role === 'system' && block === 'text';
  const first = blocks.findIndex((block) => !isSystem(block));
  const system = first < 0 ? blocks : blocks.slice(0, first);
  const tools = records.flatMap((record) => {
    const { block, definition } = asObject(record) ?? {};
    return block === 'tool' ? [asObject(definition) ?? {}] : [];
  });
  return { system: system.map(({ text }) => asString(text) ?? '').join('\n\n'), tools, messages: grouped(blocks.slice(system.length)) };
}
