import type { Drawing, Turn } from '../../../testing/laws/drawing.ts';
import type { JsonObject } from '../../values.ts';

const write = (turns: readonly Turn[]): JsonObject[] => {
  const out: JsonObject[] = [];
  let checkpoints = 0;
  const checkpoint = (): void => {
    out.push({ role: '_checkpoint', id: checkpoints });
    checkpoints += 1;
  };
  const answered = (message: JsonObject, { input, output }: Turn['used']): void => {
    out.push({ role: '_usage', token_count: input }, { role: 'assistant', ...message }, { role: '_usage', token_count: input + output });
  };
  for (const { prompt, calls, answer, used, summary, strange } of turns) {
    checkpoint();
    out.push({ role: 'user', content: prompt });
    for (const { id, input, output, used: own } of calls) {
      checkpoint();
      const call = { type: 'function', id, function: { name: 'Shell', arguments: JSON.stringify({ command: input }) } };
      answered({ content: [{ type: 'think', think: 'Run it.', encrypted: null }], tool_calls: [call] }, own);
      const said = { type: 'text', text: '<system>Command executed successfully.</system>' };
      out.push({ role: 'tool', content: [said, { type: 'text', text: output }], tool_call_id: id });
    }
    checkpoint();
    answered({ content: [{ type: 'text', text: answer }] }, used);
    if (strange !== null) out.push({ role: drawing.strange, content: strange });
    if (summary !== null)
      out.push({
        role: 'user',
        content: [
          { type: 'text', text: '<system>Previous context has been compacted.</system>' },
          { type: 'text', text: summary },
        ],
      });
  }
  return out;
};

/** How sessions of Kimi CLI look. */
export const drawing: Drawing = { write, strange: '_aurora', corpus: { globs: ['kimi/*.jsonl', 'fixtures/**/kimi/**/*.jsonl'], least: 6 } };
