import { clock, type Drawing, listed, type Turn } from '../../../testing/laws/drawing.ts';
import type { JsonObject } from '../../values.ts';

const write = (turns: readonly Turn[]): JsonObject[] => {
  const now = clock();
  const used = ({ input, output }: Turn['used']): JsonObject => ({ prompt_tokens: input, completion_tokens: output });
  return turns.flatMap(({ prompt, calls, answer, used: own, summary, strange }) => [
    { role: 'user', content: prompt, created_at: now() },
    ...calls.flatMap(({ id, input, output, used: asked }) => [
      {
        ...{ role: 'assistant', content: null, usage: used(asked), created_at: now() },
        tool_calls: [{ id, type: 'function', function: { name: 'run', arguments: JSON.stringify({ command: input }) } }],
      },
      { role: 'tool', tool_call_id: id, content: output, created_at: now() },
    ]),
    { role: 'assistant', content: [{ type: 'text', text: answer }], usage: used(own), created_at: now() },
    ...(strange === null ? [] : [{ role: drawing.strange, content: strange }]),
    ...(summary === null ? [] : [{ role: 'user', content: summary }]),
  ]);
};

/** How lists of messages look. */
const lines: Drawing = { write, strange: 'oracle' };

export const drawing: Drawing = {
  ...lines,
  also: { ...lines, document: listed },
};
