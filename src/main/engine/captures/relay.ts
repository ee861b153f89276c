import { randomBytes } from 'node:crypto';
import { type Agent, createServer, Agent as HttpAgent, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { createHanding } from './handing.ts';
import type { End } from './lines.ts';
import type { Told } from './told.ts';
import { joinSockets } from './upgrade.ts';

/** Bytes that may wait for an end that is slow. A whole request fits, so that none of its pieces waits until the one before it has left. */
export const AHEAD = 1 << 20;

/** An agent hands what it is given to the sockets that it makes; its own types do not say so. */
const OPTIONS = { keepAlive: true, maxSockets: 1, highWaterMark: AHEAD };

/**
 * Gives each connection of an agent one of its own to the upstream, which ends when it does, and the other way round. So an idle connection is
 * as fresh as it looks, and a request fails or is tried again as it would without us.
 */
function createConnections(): (socket: Socket, secure: boolean) => HttpAgent {
  const agents = new WeakMap<Socket, HttpAgent>();
  return (socket, secure) => {
    const known = agents.get(socket);
    if (known !== undefined) return known;
    const agent = new (secure ? HttpsAgent : HttpAgent)(OPTIONS);
    const followed = new WeakSet<Socket>();
    agent.on('free', (upstream: Socket) => {
      if (followed.has(upstream)) return;
      followed.add(upstream);
      upstream.once('close', () => socket.end());
    });
    socket.once('close', () => agent.destroy());
    agents.set(socket, agent);
    return agent;
  };
}

/** Where an agent's requests go, by the word that its paths begin with. */
export type Upstreams = Readonly<Record<string, URL>>;

export interface Relay {
  /** The address to give the agent in place of an upstream's. */
  base(upstream: string): string;
  /** How many requests came. */
  requests(): number;
  close(): Promise<void>;
}

/** Headers that concern one connection only. */
const HOPS = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade', 'expect', 'host']);

/** Headers of an agent may be long: some send a list of betas and an account's token. */
const MAX_HEADERS = 1 << 18;

/**
 * Bytes of an answer that may wait for an agent that reads slowly. What is read is not lost where the server breaks off: only of more than this
 * something may be.
 */
const MOST_WAITING = 16 << 20;

/** How a connection ends that was there. */
const HUNG_UP: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE']);

const passed = (raw: readonly string[], also: readonly string[] = []): string[] => {
  const headers: string[] = [...also];
  for (let at = 0; at < raw.length; at += 2) if (!HOPS.has((raw[at] ?? '').toLowerCase())) headers.push(raw[at] ?? '', raw[at + 1] ?? '');
  return headers;
};

/** How a body's end is known, as the agent said it. */
const framing = ({ headers }: IncomingMessage): string[] =>
  headers['transfer-encoding'] === undefined ? [] : ['Transfer-Encoding', 'chunked'];

interface Target {
  secure: boolean;
  options: { host: string; port: string; path: string };
  /** The address for the record: without the relay's own path. */
  url: string;
  host: string;
}

/**
 * Passes requests on to the upstream that their path names, and back what it answers, byte by byte as it comes, and tells what passed.
 * Listens on 127.0.0.1 only, under a path that nobody can guess. Changes no body, and no header but those of the connection.
 * What `tell` does with it must not throw or wait.
 */
export async function startRelay(upstreams: Upstreams, tell: (told: Told) => void): Promise<Relay> {
  const token = randomBytes(16).toString('hex');
  const agentOf = createConnections();
  let count = 0;

  const targetOf = ({ url = '', headers: { host = '' } }: IncomingMessage): Target | null => {
    const [, given, word = '', rest = ''] = /^\/([0-9a-f]{32})\/([\w-]+)(.*)$/s.exec(url) ?? [];
    const upstream = upstreams[word];
    // A page in a browser may reach this port by a name of its own, but not with this path.
    if (given !== token || upstream === undefined || !/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host)) return null;
    const path = `${upstream.pathname.replace(/\/$/, '')}${rest}` || '/';
    const secure = upstream.protocol === 'https:';
    const options = { host: upstream.hostname.replace(/^\[|\]$/g, ''), port: upstream.port || (secure ? '443' : '80'), path };
    return { secure, options, url: `${upstream.protocol}//${upstream.host}${path}`, host: upstream.host };
  };

  const begin = (req: IncomingMessage, target: Target, hand: (told: Told) => void): number => {
    count += 1;
    const asked = { id: count, at: new Date().toISOString(), method: req.method ?? 'GET', url: target.url, headers: req.rawHeaders };
    hand({ type: 'asked', asked });
    return count;
  };

  const requestTo = (req: IncomingMessage, { secure, options, host }: Target, headers: string[], agent?: Agent) =>
    (secure ? httpsRequest : httpRequest)({
      ...options,
      ...(agent && { agent }),
      method: req.method,
      setHost: false,
      maxHeaderSize: MAX_HEADERS,
      // Node takes what `rawHeaders` gives; its types do not say so for every version.
      headers: ['Host', host, ...headers] as never,
    });

  const forward = (req: IncomingMessage, res: ServerResponse): void => {
    const target = targetOf(req);
    if (target === null) {
      res.writeHead(404).end();
      return;
    }
    const from = performance.now();
    const handing = createHanding(tell);
    const id = begin(req, target, handing.add);
    const out = requestTo(req, target, passed(req.rawHeaders, framing(req)), agentOf(req.socket, target.secure));
    let [firstByteMs, status, headers, over] = [0, 0, [] as readonly string[], false];
    const end = (how: End): void => {
      if (over) return;
      over = true;
      handing.add({ type: 'answered', id, answered: { status, headers, firstByteMs, ms: performance.now() - from, end: how } });
      handing.flush();
    };
    // Sends all that has arrived together; headers do not wait for a body that is not there yet.
    setImmediate(() => out.flushHeaders());
    // Bytes are sent on first, and handed over afterwards.
    req.pipe(out);
    req.on('data', (bytes: Buffer) => handing.add({ type: 'sent', id, bytes }));
    req.on('end', () => handing.add({ type: 'asked-whole', id }));
    out.on('finish', handing.left);
    out.on('response', (answer) => {
      [firstByteMs, status, headers] = [performance.now() - from, answer.statusCode ?? 0, answer.rawHeaders];
      res.sendDate = false;
      res.writeHead(status, answer.statusMessage, passed(answer.rawHeaders));
      // As above: the first bytes of a body that is there leave with the headers, so that the agent wakes once.
      setImmediate(() => res.flushHeaders());
      answer.on('data', (bytes: Buffer) => {
        if (!res.write(bytes) && res.writableLength > MOST_WAITING) {
          answer.pause();
          res.once('drain', () => answer.resume());
        }
        handing.add({ type: 'received', id, bytes });
        handing.soon();
      });
      answer.on('end', () => {
        res.end();
        if (answer.complete) end('complete');
      });
      answer.on('error', () => {
        end('failed');
        // The agent sees what it would have seen without us: an answer that breaks off, after all that came of it.
        res.write('', () => res.destroy());
      });
    });
    out.on('error', (failure: NodeJS.ErrnoException) => {
      end('failed');
      // A server that was reached and hung up is seen to hang up, so that the agent does what it would without us.
      if (res.headersSent || HUNG_UP.has(failure.code ?? '')) res.destroy();
      else res.writeHead(502, { 'content-type': 'text/plain' }).end(`${target.host} was not reached: ${failure.message}\n`);
    });
    res.on('close', () => {
      if (res.writableFinished) return;
      end('aborted');
      out.destroy();
    });
  };

  const server = createServer(
    { maxHeaderSize: MAX_HEADERS, requestTimeout: 0, headersTimeout: 0, keepAliveTimeout: 0, highWaterMark: AHEAD },
    forward,
  );
  server.on('upgrade', (req: IncomingMessage, socket: Socket, head: Buffer) => {
    const target = targetOf(req);
    if (target === null) return socket.destroy();
    const id = begin(req, target, tell);
    const out = requestTo(req, target, [...passed(req.rawHeaders), 'Connection', 'Upgrade', 'Upgrade', req.headers.upgrade ?? '']);
    joinSockets({ id, out, socket, head, tell });
    return undefined;
  });
  server.timeout = 0;
  await new Promise<void>((done, failed) => server.once('error', failed).listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    base: (upstream) => `http://127.0.0.1:${port}/${token}/${upstream}`,
    requests: () => count,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
