import { FOLDER, LIST } from '../listed-bodies.ts';

/**
 * An extension of pi that writes down the payload of each request just before it is sent, and what was answered in the words of Anthropic's messages.
 * It changes nothing, and a full disk is no fault of the agent's.
 */
export const EXTENSION = `import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.env.${FOLDER};
const write = (name, value) => writeFileSync(join(folder, name), JSON.stringify(value), { mode: 0o600 });
const list = (row) => appendFileSync(join(folder, '${LIST}'), JSON.stringify(row) + '\\n', { mode: 0o600 });
const quietly = (act) => {
  try {
    act();
  } catch {}
};

const blockOf = (block) => {
  if (block.type === 'toolCall') return { type: 'tool_use', id: block.id, name: block.name, input: block.arguments };
  if (block.type === 'thinking') return { type: 'thinking', thinking: block.thinking };
  return block;
};
const answerOf = ({ responseId, model, content, stopReason, errorMessage, usage }) =>
  stopReason === 'error' || stopReason === 'aborted'
    ? { type: 'error', error: { type: stopReason, message: errorMessage ?? '' } }
    : {
        ...(responseId && { id: responseId }),
        ...{ type: 'message', role: 'assistant', model, content: content.map(blockOf), stop_reason: stopReason },
        usage: {
          ...{ input_tokens: usage.input, output_tokens: usage.output },
          ...{ cache_read_input_tokens: usage.cacheRead, cache_creation_input_tokens: usage.cacheWrite },
        },
      };

export default function record(pi) {
  if (!folder) return;
  let count = 0;
  let open = null;
  pi.on('before_provider_request', ({ payload }, ctx) =>
    quietly(() => {
      count += 1;
      const name = process.pid + '-' + String(count).padStart(6, '0');
      write(name + '.request.json', payload);
      list({ name, file: name + '.request.json', at: Date.now(), session: ctx.sessionManager.getSessionId() });
      open = name;
    }),
  );
  pi.on('message_end', ({ message }) =>
    quietly(() => {
      if (message.role !== 'assistant' || open === null) return;
      const name = open;
      open = null;
      write(name + '.response.json', answerOf(message));
      list({ name, ended: Date.now(), response: message.responseId });
    }),
  );
}
`;
