import { contentPieces, type Piece } from '../chat/pieces.ts';
import { asList, asObject, isObject } from '../json.ts';
import type { JsonObject } from '../values.ts';

/** What the lines of a transcript hold, as one shape for all that read them. */

/** Blocks of a line; what a user said has no type. */
export function blocksOf({ content }: JsonObject): JsonObject[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : asList(content).filter(isObject);
}

/** What a line says to a person or a model. */
export function linePieces(record: JsonObject): Piece[] {
  return contentPieces(blocksOf(record));
}

const resultIn = (block: JsonObject): JsonObject | null => (block.type === 'tool_use' ? asObject(block.result) : null);

/** The entries of a line, each as a record of its own: what was said and called, and then each result that a call has in it. */
export function entriesOf(record: JsonObject): JsonObject[] {
  const blocks = blocksOf(record);
  const answered = blocks.flatMap((block) => {
    const result = resultIn(block);
    return result === null ? [] : [{ block, result }];
  });
  if (record.type !== 'assistant' || answered.length === 0) return [record];
  const content = blocks.map(({ result, ...block }) => (isObject(result) ? block : { ...block, ...(result !== undefined && { result }) }));
  return [{ ...record, content }, ...answered.map(({ block, result }) => resultRecord(record, block, result))];
}

const resultRecord = ({ ts = null, id = null }: JsonObject, block: JsonObject, result: JsonObject): JsonObject => ({
  ...{ type: 'tool', ts, of: id },
  content: [
    {
      type: 'tool_result',
      tool_use_id: block.id ?? null,
      name: block.name ?? null,
      content: result.output ?? '',
      is_error: result.status === 'error',
    },
  ],
});

/** How a session that was compacted continues: a summary in the user's name. */
export function isSummary(text: string): boolean {
  return text.startsWith('This session is being continued from a previous conversation');
}
