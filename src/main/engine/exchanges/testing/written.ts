import type { JsonObject } from '../../formats/format.ts';
import { writeFile } from '../../testing/files.ts';

/** Captured requests as programs write them, for tests. */

/** A body of Anthropic's messages, of a session. */
export function bodyOf(messages: readonly JsonObject[], more: JsonObject = {}): JsonObject {
  return {
    ...{ model: 'mill-1', max_tokens: 100, system: 'You grind.', tools: [{ name: 'mill', input_schema: { type: 'object' } }] },
    ...{ metadata: { user_id: '{"session_id":"session-1"}' }, messages: [...messages], ...more },
  };
}

export function said(role: string, text: string): JsonObject {
  return { role, content: [{ type: 'text', text }] };
}

/** An answer of one text. */
export function answerOf(id: string, text: string): JsonObject {
  return {
    id,
    type: 'message',
    role: 'assistant',
    model: 'mill-1',
    content: [{ type: 'text', text }],
    usage: { input_tokens: 9, output_tokens: 2 },
  };
}

/** A request with its answer, as a line of a proxy's log. */
function pairOf(request: JsonObject, response: JsonObject, at: number): JsonObject {
  return {
    request: {
      timestamp: at,
      method: 'POST',
      url: 'https://host/v1/messages',
      headers: { authorization: 'Bearer sk-0123456789' },
      body: request,
    },
    response: { timestamp: at + 1, status_code: 200, headers: {}, body: response },
    logged_at: new Date(at * 1000).toISOString(),
  };
}

/** A conversation of two requests, and a question for a title between them. */
export function conversation(): { request: JsonObject; response: JsonObject }[] {
  const first = [said('user', 'Grind the barley.')];
  const title = bodyOf([said('user', 'Name it: Grind the barley.')], { system: 'You name things.', tools: [] });
  return [
    { request: bodyOf(first), response: answerOf('msg_1', 'It is ground.') },
    { request: title, response: answerOf('msg_title', 'Barley') },
    {
      request: bodyOf([...first, said('assistant', 'It is ground.'), said('user', 'And the rye.')]),
      response: answerOf('msg_2', 'That too.'),
    },
  ];
}

/** Writes them as one file, a pair to a line. */
export function writeLines(folder: string, pairs = conversation()): string {
  return writeFile(
    folder,
    'log-1.jsonl',
    pairs.map(({ request, response }, at) => pairOf(request, response, 1767603600 + at * 10)),
  );
}
