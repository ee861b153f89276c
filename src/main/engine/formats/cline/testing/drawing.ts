import { clock, type Drawing, headed, listed, type Turn, type Used } from '../../../testing/laws/drawing.ts';
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

const SESSION = '1767603600000_mill1';

/** How sessions of the command line look: messages have ids, and answers what they used. */
const writeSession = (turns: readonly Turn[]): JsonObject[] => {
  const now = clock();
  let ids = 0;
  const message = (role: string, content: JsonObject[], used?: Used): JsonObject => ({
    ...{ id: `msg_${ids++}`, role, content, ts: Date.parse(now()) },
    ...(used && { metrics: { inputTokens: used.input, outputTokens: used.output, cacheReadTokens: 0, cacheWriteTokens: 0 } }),
  });
  const text = (words: string): JsonObject[] => [{ type: 'text', text: words }];
  return [
    { version: 1, agent: 'lead', sessionId: SESSION, origin: { source: 'cli', version: '3.0.65' } },
    ...turns.flatMap(({ prompt, calls, answer, used, summary, strange }) => [
      message('user', text(`<user_input mode="act">${prompt}</user_input>`)),
      ...calls.flatMap(({ id, input, output, used: own }) => [
        message('assistant', [{ type: 'tool_use', id, name: 'run_commands', input: { commands: [input] } }], own),
        message('user', [
          { type: 'tool_result', tool_use_id: id, name: 'run_commands', content: [{ query: 'mill', result: output, success: true }] },
        ]),
      ]),
      message('assistant', text(answer), used),
      ...(summary === null ? [] : [message('user', text(summary))]),
      ...(strange === null ? [] : [message(STRANGE, text(strange))]),
    ]),
  ];
};

const session: Drawing = {
  write: writeSession,
  document: headed('messages'),
  folder: `sessions/${SESSION}`,
  file: `${SESSION}.messages.json`,
  strange: STRANGE,
};

/** How tasks look; what requests used is in another document. */
export const drawing: Drawing = {
  write,
  document: listed,
  file: 'api_conversation_history.json',
  strange: STRANGE,
  sizeless: true,
  also: session,
};
