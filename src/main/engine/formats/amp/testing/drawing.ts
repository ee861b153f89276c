import { type Drawing, headed, type Used } from '../../../testing/laws/drawing.ts';
import type { JsonObject } from '../../values.ts';

const write: Drawing['write'] = (turns) => {
  let messages = 0;
  const message = (role: string, content: JsonObject[], more: JsonObject = {}): JsonObject => ({
    role,
    messageId: messages++,
    content,
    ...more,
  });
  const text = (words: string): JsonObject => ({ type: 'text', text: words });
  const user = (words: string): JsonObject =>
    message('user', [text(words)], { userState: { currentlyVisibleFiles: [] }, meta: { sentAt: 1767603600000 + messages } });
  const answer = (block: JsonObject, { input, output }: Used): JsonObject => {
    const usage = {
      model: 'claude-sonnet-4-5',
      inputTokens: input,
      outputTokens: output,
      cacheReadInputTokens: 0,
      cacheCreationInputTokens: 0,
    };
    return message('assistant', [block], { state: { type: 'complete' }, usage });
  };
  return [
    { v: 3, id: 'T-0b1c2d3e-1111-4222-8333-444455556666', created: 1767603600000 },
    ...turns.flatMap(({ prompt, calls, answer: said, used, summary, strange }) => [
      user(prompt),
      ...calls.flatMap(({ id, input, output, used: own }) => [
        answer({ type: 'tool_use', id, name: 'Bash', input: { cmd: input } }, own),
        message('user', [{ type: 'tool_result', toolUseID: id, run: { status: 'done', result: output } }]),
      ]),
      answer(text(said), used),
      ...(summary === null ? [] : [user(summary)]),
      ...(strange === null ? [] : [message(drawing.strange, [text(strange)])]),
    ]),
  ];
};

/** How threads of Amp look. */
export const drawing: Drawing = { write, document: headed('messages'), strange: 'aurora', corpus: { globs: ['amp/*.json'], least: 2 } };
