import type { JsonObject, WireMessage } from '../../formats/format.ts';
import { asList, isObject } from '../../formats/json.ts';

const blocksOf = ({ content }: WireMessage): JsonObject[] =>
  typeof content === 'string' ? [{ type: 'text' }] : asList(content).filter(isObject);

const idsIn = (blocks: readonly JsonObject[], type: string, id: string): string[] =>
  blocks.flatMap((block) => (block.type === type ? [String(block[id])] : []));

/** Whether a model refuses messages with calls as blocks: each message with calls needs their results at the head of the next one, and no others. */
export function isRefused(messages: readonly WireMessage[]): boolean {
  let open: string[] = [];
  for (const message of messages) {
    const blocks = blocksOf(message);
    const results = idsIn(blocks, 'tool_result', 'tool_use_id');
    const head = blocks.slice(0, results.length).every(({ type }) => type === 'tool_result');
    if (!head || results.toSorted().join() !== open.toSorted().join()) return true;
    open = idsIn(blocks, 'tool_use', 'id');
    if (new Set(open).size < open.length) return true;
  }
  return open.length > 0;
}
