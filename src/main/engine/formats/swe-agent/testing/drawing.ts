import { clock, type Drawing, headed, type Used } from '../../../testing/laws/drawing.ts';
import type { JsonObject } from '../../values.ts';

const write: Drawing['write'] = (turns) => {
  const now = clock();
  const message = (role: string, content: string, more: JsonObject = {}): JsonObject => ({ role, content, agent: 'main', ...more });
  const answer = (content: string, { input, output }: Used, more: JsonObject = {}): JsonObject => {
    const usage = { prompt_tokens: input, completion_tokens: output };
    return message('assistant', content, { extra: { timestamp: now(), response: { model: 'gpt-4o', usage } }, ...more });
  };
  return [
    { environment: 'main', trajectory_format: 'mini-swe-agent-1' },
    ...turns.flatMap(({ prompt, calls, answer: said, used, summary, strange }) => [
      message('user', prompt),
      ...calls.flatMap(({ id, input, output, used: own }) => [
        answer('', own, {
          tool_calls: [{ id, type: 'function', function: { name: 'bash', arguments: JSON.stringify({ command: input }) } }],
        }),
        message('tool', output, { tool_call_ids: [id] }),
      ]),
      answer(said, used),
      ...(summary === null ? [] : [message('user', summary)]),
      ...(strange === null ? [] : [message(drawing.strange, strange)]),
    ]),
  ];
};

/** How trajectories of SWE-agent look. */
export const drawing: Drawing = {
  write,
  document: headed('history'),
  strange: 'aurora',
  corpus: { globs: ['swe-agent/*'], least: 5 },
};
