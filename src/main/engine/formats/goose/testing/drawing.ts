import { clock, type Drawing } from '../../../testing/laws/drawing.ts';
import type { JsonObject } from '../../values.ts';

const STRANGE = 'aurora';

const write: Drawing['write'] = (turns) => {
  const now = clock();
  const message = (role: string, content: JsonObject[], metadata: JsonObject = { userVisible: true, agentVisible: true }): JsonObject => ({
    ...{ role, created: Date.parse(now()) / 1000, content, metadata },
  });
  const text = (words: string): JsonObject[] => [{ type: 'text', text: words }];
  return [
    { working_dir: '/mill', description: '', message_count: turns.length, total_tokens: null },
    ...turns.flatMap(({ prompt, calls, answer, summary, strange }) => [
      message('user', text(prompt)),
      ...calls.flatMap(({ id, input, output }) => [
        message('assistant', [
          { type: 'toolRequest', id, toolCall: { status: 'success', value: { name: 'developer__shell', arguments: { command: input } } } },
        ]),
        message('user', [{ type: 'toolResponse', id, toolResult: { status: 'success', value: text(output) } }]),
      ]),
      message('assistant', text(answer)),
      ...(summary === null ? [] : [message('user', text(summary), { userVisible: false, agentVisible: true })]),
      ...(strange === null ? [] : [message(STRANGE, text(strange))]),
    ]),
  ];
};

/** How sessions of Goose look in lines. */
export const drawing: Drawing = { write, strange: STRANGE, sizeless: true };
