import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '../../formats/values.ts';

/** What a scripted model answers to one request. */
export interface Scripted {
  /** That of the answer. */
  id?: string;
  text?: string;
  calls?: readonly { id: string; name: string; arguments: string }[];
  usage?: { input: number; output: number };
  /** Instead of an answer: a status with headers and a body. */
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  /** Sends nothing, or nothing more after this many bytes. */
  hangs?: boolean;
  /** Closes the connection after this many bytes. */
  cutAt?: number;
  /** Bytes in each piece; 1 by default. */
  piece?: number;
}

export interface Received {
  url: string;
  headers: IncomingHttpHeaders;
  body: JsonObject;
}

const frame = (event: JsonObject): string =>
  `${typeof event.type === 'string' ? `event: ${event.type}\n` : ''}data: ${JSON.stringify(event)}\n\n`;

const anthropic = ({ id = 'msg_1', text = '', calls = [], usage = { input: 10, output: 2 } }: Scripted): JsonObject[] => {
  const blocks = [
    ...(text === ''
      ? []
      : [
          [
            { type: 'text', text: '' },
            { type: 'text_delta', text },
          ],
        ]),
    ...calls.map(({ id: use, name, arguments: json }) => [
      { type: 'tool_use', id: use, name, input: {} },
      { type: 'input_json_delta', partial_json: json },
    ]),
  ];
  return [
    { type: 'message_start', message: { id, role: 'assistant', content: [], usage: { input_tokens: usage.input, output_tokens: 1 } } },
    ...blocks.flatMap(([content_block = {}, delta = {}], index) => [
      { type: 'content_block_start', index, content_block },
      { type: 'content_block_delta', index, delta },
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta: { stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn' }, usage: { output_tokens: usage.output } },
    { type: 'message_stop' },
  ];
};

const responses = ({ id = 'resp_1', text = '', calls = [], usage = { input: 10, output: 2 } }: Scripted): JsonObject[] => {
  const items: JsonObject[] = [
    ...(text === '' ? [] : [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] }]),
    ...calls.map(({ id: call_id, name, arguments: json }) => ({ type: 'function_call', call_id, name, arguments: json })),
  ];
  return [
    { type: 'response.created', response: { id, output: [] } },
    ...(text === '' ? [] : [{ type: 'response.output_text.delta', delta: text }]),
    ...items.map((item) => ({ type: 'response.output_item.done', item })),
    {
      type: 'response.completed',
      response: { id, status: 'completed', output: items, usage: { input_tokens: usage.input, output_tokens: usage.output } },
    },
  ];
};

const chat = ({ id: answer = 'chat_1', text = '', calls = [], usage = { input: 10, output: 2 } }: Scripted): JsonObject[] => {
  const chunk = (delta: JsonObject, finish_reason: string | null = null): JsonObject => ({
    id: answer,
    choices: [{ index: 0, delta, finish_reason }],
  });
  return [
    chunk({ role: 'assistant', content: text }),
    ...calls.map(({ id, name, arguments: json }, index) => chunk({ tool_calls: [{ index, id, function: { name, arguments: json } }] })),
    chunk({}, calls.length > 0 ? 'tool_calls' : 'stop'),
    { id: answer, choices: [], usage: { prompt_tokens: usage.input, completion_tokens: usage.output } },
  ];
};

/** An answer as each API streams it. */
export function streamOf(path: string, answer: Scripted): string {
  if (path.endsWith('/messages')) return anthropic(answer).map(frame).join('');
  if (path.endsWith('/responses')) return responses(answer).map(frame).join('');
  return `${chat(answer).map(frame).join('')}data: [DONE]\n\n`;
}

const answerWith = async (res: ServerResponse, path: string, scripted: Scripted): Promise<void> => {
  const { status = 200, headers = {}, cutAt, hangs, piece = 1 } = scripted;
  if (hangs && cutAt === undefined) return;
  const bytes = Buffer.from(scripted.body ?? streamOf(path, scripted));
  res.writeHead(status, { 'content-type': status === 200 ? 'text/event-stream' : 'application/json', ...headers });
  const end = cutAt ?? bytes.length;
  for (let at = 0; at < end; at += piece) res.write(bytes.subarray(at, Math.min(end, at + piece)));
  if (cutAt === undefined) res.end();
  else if (!hangs) res.write('\n', () => res.destroy());
};

export interface ModelServer {
  url: string;
  received: Received[];
  /** The environment of a program that is to ask it. */
  env: Record<string, string>;
  close(): Promise<void>;
}

/** A key that no file may have. */
export const KEY = 'sk-test-0123456789abcdef';

/** A model server on loopback that answers from a list, and after its end with the last of it; or by what it received. */
export async function startModel(
  script: readonly Scripted[],
  heard?: (received: Received) => void,
  answer: (one: Received, number: number) => Scripted | undefined = (_, number) => script[Math.min(number, script.length) - 1],
): Promise<ModelServer> {
  const received: Received[] = [];
  const server = createServer(async (req, res) => {
    let text = '';
    for await (const chunk of req) text += chunk;
    const one = { url: req.url ?? '', headers: req.headers, body: JSON.parse(text) as JsonObject };
    received.push(one);
    heard?.(one);
    await answerWith(res, one.url, { id: `answer-${received.length}`, ...answer(one, received.length) });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = { ANTHROPIC_BASE_URL: url, OPENAI_BASE_URL: `${url}/v1`, ANTHROPIC_API_KEY: KEY, OPENAI_API_KEY: KEY };
  return { url, received, env, close: () => new Promise<void>((done) => void server.close(() => done()).closeAllConnections()) };
}
