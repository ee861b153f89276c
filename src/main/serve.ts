import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { Handlers } from '../shared/rpc/contract.ts';
import { SOCKET_PATH } from '../shared/rpc/socket.ts';
import { TapeError } from '../shared/rpc/tape-error.ts';
import type { Engine } from './engine/engine.ts';
import type { McpOverHttp } from './mcp/http.ts';
import { rendererFolder } from './places.ts';
import { createDispatch, type Dispatch } from './rpc/dispatch.ts';
import { type Guard, judge } from './rpc/guard.ts';
import { MOST_BYTES_UP, serveLine } from './rpc/line.ts';
import { readContent, securityHeaders } from './shell/content.ts';

export interface ServerOptions {
  engine: Pick<Engine, 'subscribe'>;
  handlers: Handlers;
  /** 0, the default, takes a free one; so does a port that is taken. */
  port?: number;
  /** Without it, calls that write are refused. */
  write?: boolean;
  /** A name of this machine's loopback, 127.0.0.1 by default. Anything else is refused: there is no encryption here. */
  host?: string;
  /** The built window. */
  folder?: string;
  /** What agents ask at `/mcp`, loaded with the first of them; without it there is nothing at that path. */
  mcp?: (dispatch: Dispatch) => Promise<McpOverHttp>;
}

/** Where agents ask. */
const MCP_PATH = '/mcp';

export interface RunningServer {
  /** The address with its token; whoever has it may read every tape. */
  readonly url: string;
  /** The address for agents, with the same token; null where none is served. */
  readonly mcp: string | null;
  readonly port: number;
  close(): Promise<void>;
}

const listen = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.removeListener('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });

const listenSomewhere = async (server: Server, port: number, host: string): Promise<number> => {
  try {
    return await listen(server, port, host);
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw thrown;
    return listen(server, 0, host);
  }
};

const answerText = (response: ServerResponse, status: number, sentence: string): void => {
  response.writeHead(status, { ...securityHeaders, 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(`${sentence}\n`);
};

interface Served {
  guard: Guard;
  folder: string;
  /** Answers agents; null where none are. */
  agents: (() => Promise<McpOverHttp>) | null;
}

const answer = async (request: IncomingMessage, response: ServerResponse, { guard, folder, agents }: Served): Promise<void> => {
  const verdict = judge(request, guard, false);
  if (!verdict.ok) return answerText(response, 403, verdict.sentence);
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
  if (path === MCP_PATH && agents !== null) return (await agents()).answer(request, response);
  if (request.method !== 'GET' && request.method !== 'HEAD') return answerText(response, 405, 'Only GET is allowed.');
  const { status, headers, body } = await readContent(folder, path);
  const cookie = `${guard.cookie}=${guard.token}; HttpOnly; SameSite=Strict; Path=/`;
  response.writeHead(status, { ...headers, 'Content-Length': body.length, ...(verdict.fresh && { 'Set-Cookie': cookie }) });
  response.end(request.method === 'HEAD' ? undefined : body);
};

/** Refuses an upgrade in plain HTTP, since there is no WebSocket yet to say it over. */
const refuseUpgrade = (socket: Duplex, status: string, sentence: string): void => {
  const body = `${sentence}\n`;
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
};

const checkHost = (host: string): void => {
  if (!['127.0.0.1', 'localhost', '::1'].includes(host)) {
    throw new TapeError('bad-input', `Tapescope serves this machine only: use 127.0.0.1, not ${host}.`, { host });
  }
};

/** The same app for a browser, on loopback. Listens when the promise resolves. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { engine, handlers, port: wanted = 0, write = false, host = '127.0.0.1', folder = rendererFolder(), mcp } = options;
  checkHost(host);
  const dispatch = createDispatch({ handlers, readOnly: !write });
  const guard: Guard = { token: randomBytes(24).toString('base64url'), cookie: 'tapescope' };

  let opened: Promise<McpOverHttp> | null = null;
  const open = (load: NonNullable<ServerOptions['mcp']>) => () => {
    opened ??= load(dispatch);
    return opened;
  };
  const served: Served = { guard, folder, agents: mcp === undefined ? null : open(mcp) };
  const server = createServer((request, response) => {
    answer(request, response, served).catch(() => {
      if (response.headersSent) response.destroy();
      else answerText(response, 500, 'Tapescope could not answer this.');
    });
  });
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MOST_BYTES_UP });
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const verdict = judge(request, guard, true);
    if (!verdict.ok) return refuseUpgrade(socket, '403 Forbidden', verdict.sentence);
    if (request.url !== SOCKET_PATH) return refuseUpgrade(socket, '404 Not Found', 'There is no socket at this address.');
    sockets.handleUpgrade(request, socket, head, (line) => serveLine(line, dispatch, engine.subscribe));
  });

  const port = await listenSomewhere(server, wanted, host);
  guard.cookie = `tapescope-${port}`;
  const origin = `http://${host === '::1' ? '[::1]' : host}:${port}`;
  return {
    port,
    url: `${origin}/?t=${guard.token}`,
    mcp: mcp === undefined ? null : `${origin}${MCP_PATH}?t=${guard.token}`,
    async close() {
      await (await opened)?.close();
      for (const line of sockets.clients) line.terminate();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** A served app, with files that it can be asked to open. */
export interface AppServer extends RunningServer {
  /** Imports logs by their absolute paths. Answers the id of the first tape in them, and what was refused with a sentence each. */
  open(paths: readonly string[]): Promise<{ tape: string | null; refused: { path: string; reason: string }[] }>;
}

/** Opens the engine and serves it: what `tapescope` runs where there is no window to be had. Closes both when asked. */
export async function serveApp(options: { port?: number; write: boolean }): Promise<AppServer> {
  const [{ openEngine }, { defaultHome }, { samplesFolder }] = await Promise.all([
    import('./engine/open.ts'),
    import('./engine/app/home.ts'),
    import('./places.ts'),
  ]);
  const { engine, handlers } = await openEngine({
    home: defaultHome(),
    host: 'browser',
    readOnly: !options.write,
    samples: samplesFolder(),
  });
  const mcp = async (dispatch: Dispatch): Promise<McpOverHttp> =>
    (await import('./mcp/http.ts')).createMcpOverHttp({ engine, dispatch, folder: null, parent: null });
  const server = await startServer({ engine, handlers, mcp, ...options });
  return {
    ...server,
    async open(paths) {
      const { tapes, refused } = await handlers['library.open']({ paths: [...paths] }, { signal: new AbortController().signal });
      return { tape: tapes[0]?.id ?? null, refused };
    },
    async close() {
      await server.close();
      await engine.close();
    },
  };
}
