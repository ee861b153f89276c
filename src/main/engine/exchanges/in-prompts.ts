import { ofPrompt, type PromptRow } from '../formats/databases.ts';
import { createAsking, jsonIn } from './asking.ts';
import type { Held } from './held.ts';

/** What a program keeps of its own calls of models, in a table of its SQLite database. */

export const PROMPTS = { table: 'LLMCalls', columns: ['prompt_id', 'prompt', 'output'] };

/** Columns that came with later versions, and what they are here. */
const LATER: readonly (readonly [column: string, name: keyof Row])[] = [
  ['llm_info', 'model'],
  ['timestamp', 'time'],
  ['prompt_length_tokens', 'input'],
  ['output_length_tokens', 'answered'],
  ['cost', 'cost'],
];

interface Row extends Omit<PromptRow, 'prompt' | 'output' | 'model'> {
  prompt: string | Uint8Array | null;
  output: string | Uint8Array | null;
  model: string | Uint8Array | null;
}

/** The calls in a database, in the order in which they were stored. */
export function heldInPrompts(path: string, columns: ReadonlySet<string>): Held[] {
  const all = createAsking(path);
  const later = LATER.map(([column, name]) => `${columns.has(column) ? column : 'NULL'} AS ${name}`).join(', ');
  const one = `SELECT prompt_id AS id, prompt, output, ${later} FROM LLMCalls WHERE rowid = ?`;
  return all<{ row: number }>('SELECT rowid AS row FROM LLMCalls ORDER BY rowid').map(({ row }) => () => {
    const [found] = all<Row>(one, row);
    if (found === undefined) return null;
    return ofPrompt({
      ...found,
      id: String(found.id),
      prompt: jsonIn(found.prompt),
      output: jsonIn(found.output),
      model: jsonIn(found.model),
    });
  });
}
