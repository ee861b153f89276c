import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { McpHost } from './host.ts';
import { createMcpServer } from './server.ts';

const headersOf = ({ headers }: IncomingMessage): Headers => {
  const all = new Headers();
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) all.set(name, [value].flat().join(', '));
  return all;
};

const requestOf = (incoming: IncomingMessage, signal: AbortSignal): Request => {
  const { method = 'GET', url = '/' } = incoming;
  const body = method === 'GET' || method === 'HEAD' ? {} : { body: Readable.toWeb(incoming), duplex: 'half' as const };
  return new Request(new URL(url, 'http://127.0.0.1'), { method, headers: headersOf(incoming), signal, ...body });
};

const write = async (answer: Response, response: ServerResponse): Promise<void> => {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body === null) response.end();
  else await pipeline(Readable.fromWeb(answer.body), response);
};

export interface McpOverHttp {
  /** Answers a request that has proved that it may ask. */
  answer(incoming: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): Promise<void>;
}

/** Streamable HTTP, stateless: each request has a server of its own, of whichever protocol it speaks. */
export function createMcpOverHttp(host: McpHost): McpOverHttp {
  const handler = createMcpHandler(() => createMcpServer(host));
  return {
    async answer(incoming, response) {
      const gone = new AbortController();
      response.once('close', () => gone.abort());
      await write(await handler.fetch(requestOf(incoming, gone.signal)), response);
    },
    close: () => handler.close(),
  };
}
