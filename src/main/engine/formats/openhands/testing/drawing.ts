import { clock, type Drawing, listed, type Used } from '../../../testing/laws/drawing.ts';
import type { JsonObject } from '../../values.ts';

const STRANGE = 'aurora';

const write: Drawing['write'] = (turns) => {
  const now = clock();
  let events = 0;
  const event = (source: string, more: JsonObject): JsonObject => ({ id: events++, timestamp: now(), source, ...more });
  const action = (source: string, name: string, args: JsonObject, more: JsonObject = {}): JsonObject =>
    event(source, { action: name, args, ...more });
  const answered = (message: JsonObject, { input, output }: Used, call: string | null): JsonObject => ({
    tool_call_metadata: {
      ...{ tool_call_id: call, function_name: 'execute_bash' },
      model_response: {
        ...{ id: `response ${events}`, model: 'claude-sonnet-4' },
        ...{ choices: [{ message: { role: 'assistant', ...message } }], usage: { prompt_tokens: input, completion_tokens: output } },
      },
    },
  });
  return turns.flatMap(({ prompt, calls, answer, used, summary, strange }) => [
    action('user', 'message', { content: prompt }),
    ...calls.flatMap(({ id, input, output, used: own }) => {
      const call = { id, type: 'function', function: { name: 'execute_bash', arguments: JSON.stringify({ command: input }) } };
      return [
        action('agent', 'run', {}, answered({ content: '', tool_calls: [call] }, own, id)),
        event('environment', {
          observation: 'run',
          content: output,
          tool_call_metadata: { tool_call_id: id, function_name: 'execute_bash' },
        }),
      ];
    }),
    action('agent', 'message', {}, answered({ content: answer }, used, null)),
    ...(summary === null ? [] : [action('agent', 'condensation', { summary })]),
    ...(strange === null ? [] : [event('environment', { kind: STRANGE, says: strange })]),
  ]);
};

/** How conversations of OpenHands look, as a list of events. */
export const drawing: Drawing = {
  write,
  document: listed,
  strange: STRANGE,
};
