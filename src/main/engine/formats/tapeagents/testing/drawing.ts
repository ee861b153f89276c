import type { Drawing } from '../../../testing/laws/drawing.ts';
import { headed } from '../../../testing/laws/drawing.ts';
import type { JsonObject } from '../../values.ts';

const write: Drawing['write'] = (turns) => {
  let ids = 0;
  const step = (kind: string, more: JsonObject, asked = false): JsonObject => {
    ids += 1;
    const prompt = asked ? `prompt-${ids}` : '';
    return { metadata: { id: `step-${ids}`, prompt_id: prompt, node: 'act', agent: asked ? 'Analyst' : '' }, kind, ...more };
  };
  return [
    { metadata: { id: 'tape-1', parent_id: null, author: 'Analyst', author_tape_id: null, n_added_steps: 2 }, context: null },
    ...turns.flatMap(({ prompt, calls, answer, summary, strange }) => [
      step('user', { content: prompt }),
      ...calls.flatMap(({ id, input, output }) => [
        step('assistant', { tool_calls: [{ id, type: 'function', function: { name: 'run', arguments: { command: input } } }] }, true),
        step('tool', { content: output, tool_call_id: id }),
      ]),
      step('assistant', { content: answer }, true),
      ...(summary === null ? [] : [step('user', { content: summary })]),
      ...(strange === null ? [] : [{ [drawing.strange]: strange }]),
    ]),
  ];
};

/** How tapes of TapeAgents look. A step of any kind is one; what is none has no kind. */
export const drawing: Drawing = {
  write,
  document: headed('steps'),
  strange: 'aurora',
  sizeless: true,
  corpus: { globs: ['tapeagents/*.json', 'tapeagents/*.yaml'], least: 30 },
};
