import { clock, type Drawing, type Used } from '../../../testing/laws/drawing.ts';
import type { JsonObject } from '../../values.ts';

const STRANGE = 'aurora';

const write: Drawing['write'] = (turns) => {
  const now = clock();
  const messages: JsonObject[] = [];
  const out: JsonObject[] = [];
  const event = (name: string, more: JsonObject): void =>
    void out.push({ event: name, timestamp: now(), working_start: out.length, ...more });
  const ask = (message: JsonObject, { input, output }: Used): void => {
    const usage = { input_tokens: input, output_tokens: output, total_tokens: input + output };
    event('model', {
      uuid: `event ${out.length}`,
      model: 'lab/m',
      input: [...messages],
      tools: [],
      output: { model: 'm', choices: [{ message }], usage },
    });
    messages.push(message);
  };
  out.push({ sample: { id: 1, epoch: 1, input: '' }, evaluation: { task: 'mill', model: 'lab/m' } });
  for (const { prompt, calls, answer, used, summary, strange } of turns) {
    messages.push({ role: 'user', content: prompt });
    for (const { id, input, output, used: own } of calls) {
      ask({ role: 'assistant', content: '', tool_calls: [{ id, function: 'run', arguments: { command: input } }] }, own);
      messages.push({ role: 'tool', content: output, tool_call_id: id, function: 'run' });
    }
    ask({ role: 'assistant', content: [{ type: 'text', text: answer }] }, used);
    if (summary !== null) messages.push({ role: 'user', content: summary });
    if (strange !== null) event(STRANGE, { says: strange });
  }
  if (turns.at(-1)?.summary != null)
    event('model', { uuid: 'last', model: 'lab/m', input: [...messages], tools: [], output: { choices: [] } });
  return out;
};

/** How the records of a sample look. */
export const drawing: Drawing = { write, strange: STRANGE, corpus: { globs: ['inspect-eval/*.eval'], least: 12 }, asksForSummary: true };
