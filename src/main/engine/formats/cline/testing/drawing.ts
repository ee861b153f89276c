import { clock, type Drawing, listed, type Turn } from '../../../testing/laws/drawing.ts';
import type { JsonObject } from '../../values.ts';

const write = (turns: readonly Turn[]): JsonObject[] => {
  const now = clock();
  const text = (words: string): JsonObject[] => [{ type: 'text', text: words }];
  const message = (role: string, content: JsonObject[]): JsonObject => ({ role, content, ts: Date.parse(now()) });
  return turns.flatMap(({ prompt, calls, answer, summary, strange }) => [
    message('user', text(`<task>\n${prompt}\n</task>`)),
    ...calls.flatMap(({ id, input, output }) => [
      message('assistant', [{ type: 'tool_use', id, name: 'execute_command', input: { command: input } }]),
      message('user', [{ type: 'tool_result', tool_use_id: id, content: text(output) }]),
    ]),
    message('assistant', text(answer)),
    ...(summary === null ? [] : [message('user', text(summary))]),
    ...(strange === null ? [] : [message(STRANGE, text(strange))]),
  ]);
};

const STRANGE = 'aurora';

/** How tasks look; what requests used is in another document. */
export const drawing: Drawing = {
  write,
  document: listed,
  file: 'api_conversation_history.json',
  strange: STRANGE,
  sizeless: true,
};
