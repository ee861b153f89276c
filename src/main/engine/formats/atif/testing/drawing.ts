import { clock, type Drawing, headed, type Used } from '../../../testing/laws/drawing.ts';
import type { JsonObject } from '../../values.ts';

const MODEL = 'gpt-4o';

const write: Drawing['write'] = (turns) => {
  const now = clock();
  let ids = 0;
  const step = (source: string, message: string, more: JsonObject = {}): JsonObject => {
    ids += 1;
    return { step_id: ids, timestamp: now(), source, message, ...more };
  };
  const answer = (message: string, { input, output }: Used, more: JsonObject = {}): JsonObject =>
    step('agent', message, { model_name: MODEL, metrics: { prompt_tokens: input, completion_tokens: output }, ...more });
  const agent = { name: 'terminus-2', version: '2.0.0', model_name: MODEL };
  return [
    { schema_version: 'ATIF-v1.6', session_id: 'drawn', agent },
    ...turns.flatMap(({ prompt, calls, answer: said, used, summary, strange }) => [
      step('user', prompt),
      ...calls.map(({ id, input, output, used: own }) => {
        const call = { tool_call_id: id, function_name: 'bash_command', arguments: { keystrokes: input } };
        return answer('', own, { tool_calls: [call], observation: { results: [{ source_call_id: id, content: output }] } });
      }),
      answer(said, used),
      ...(summary === null ? [] : [step('user', summary)]),
      ...(strange === null ? [] : [step(drawing.strange, strange)]),
    ]),
  ];
};

/** How trajectories in the interchange format look. */
export const drawing: Drawing = { write, document: headed('steps'), strange: 'aurora', corpus: { globs: ['atif/*.json'], least: 11 } };
