import { clock, type Drawing, type Turn, type Used } from '../../../testing/laws/drawing.ts';
import type { Json, JsonObject } from '../../values.ts';

const said = (role: string, ...content: JsonObject[]): JsonObject => ({ role, content });

const text = (words: string): JsonObject => ({ type: 'text', text: words });

const write = (turns: readonly Turn[]): JsonObject[] => {
  const now = clock();
  const out: JsonObject[] = [];
  let history: JsonObject[] = [];
  const request = (content: JsonObject[], used: Used | null): void => {
    const usage: Json = used && { input_tokens: used.input, output_tokens: used.output };
    out.push({
      exchange: {
        at: Date.parse(now()),
        ended: Date.parse(now()),
        method: 'POST',
        path: '/v1/messages',
        status: 200,
        by: 'a mill',
        join: {},
      },
      request: {
        ...{ model: 'mill-1', max_tokens: 1000, system: 'Grind well.', metadata: { user_id: '{"session_id":"grinding"}' } },
        tools: [{ name: 'grind', input_schema: { type: 'object' } }],
        messages: history,
      },
      response: { id: `msg_${out.length + 1}`, type: 'message', role: 'assistant', model: 'mill-1', content, usage },
    });
    history = [...history, said('assistant', ...content)];
  };
  for (const { prompt, calls, answer, used, summary, strange } of turns) {
    history.push(said('user', text(prompt)));
    for (const { id, input, output, used: own } of calls) {
      request([{ type: 'tool_use', id, name: 'grind', input: { grain: input } }], own);
      history.push(said('user', { type: 'tool_result', tool_use_id: id, content: output }));
    }
    request([text(answer)], used);
    if (summary !== null) {
      request([text(summary)], null);
      history = [said('user', text(summary))];
    }
    if (strange !== null) out.push({ type: drawing.strange, says: strange });
  }
  return out;
};

/** How captured requests look. */
export const drawing: Drawing = { write, strange: 'millrace', asksForSummary: true };
