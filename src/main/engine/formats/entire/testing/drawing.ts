import { clock, type Drawing, type Turn } from '../../../testing/laws/drawing.ts';
import type { JsonObject } from '../../values.ts';

const write = (turns: readonly Turn[]): JsonObject[] => {
  const now = clock();
  let answers = 0;
  const line = (type: string, content: JsonObject['content']): JsonObject => ({
    ...{ v: 1, agent: 'Some Agent', cli_version: '0.5.6', type, ts: now() },
    content: content ?? null,
  });
  const answered = (content: JsonObject[], { input, output }: Turn['used']): JsonObject => {
    answers += 1;
    return { ...line('assistant', content), id: `msg_${answers}`, input_tokens: input, output_tokens: output };
  };
  return turns.flatMap(({ prompt, calls, answer, used, summary, strange }) => [
    line('user', [{ text: prompt }]),
    ...calls.map(({ id, input, output, used: own }) =>
      answered([{ type: 'tool_use', id, name: 'Bash', input: { command: input }, result: { output, status: 'success' } }], own),
    ),
    answered([{ type: 'text', text: answer }], used),
    ...(strange === null ? [] : [line(drawing.strange, [{ text: strange }])]),
    ...(summary === null
      ? []
      : [line('user', [{ text: `This session is being continued from a previous conversation that ran out of context.\n${summary}` }])]),
  ]);
};

/** How transcripts of Entire look. */
export const drawing: Drawing = { write, strange: 'gazette', sizeless: true, corpus: { globs: ['entire-transcript/*.jsonl'], least: 2 } };
