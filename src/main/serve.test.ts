import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Handlers, Push } from '../shared/rpc/contract.ts';
import { createDecoder } from '../shared/rpc/frames.ts';
import type { DownMessage, UpMessage } from '../shared/rpc/socket.ts';
import { onlyHandlers } from './rpc/testing/handlers.ts';
import { type RunningServer, startServer } from './serve.ts';
import { contentSecurityPolicy } from './shell/content.ts';

const base = mkdtempSync(join(tmpdir(), 'tapescope-serve-'));
const folder = join(base, 'renderer');
mkdirSync(folder);
writeFileSync(join(folder, 'index.html'), '<p>page</p>');
writeFileSync(join(base, 'secret.json'), '{"secret":true}');
afterAll(() => rmSync(base, { recursive: true }));

const settings = { logs: {}, tapeHome: '/t', theme: 'dark', policies: {}, redact: [], filters: [], money: 'dollars' } as const;
const listeners = new Set<(push: Push) => void>();
const aborted: string[] = [];
let writes = 0;
const handlers: Partial<Handlers> = {
  'settings.get': () => settings,
  'settings.set': () => {
    writes += 1;
    return settings;
  },
  'search.run': (input, { signal }) => new Promise(() => signal.addEventListener('abort', () => aborted.push(input.query), { once: true })),
};
const engine = {
  subscribe: (listener: (push: Push) => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
const start = (options: { write?: boolean; port?: number } = {}) =>
  startServer({ engine, handlers: onlyHandlers(handlers), folder, ...options });

let server: RunningServer;
beforeEach(async () => {
  writes = 0;
  aborted.length = 0;
  server = await start();
});
afterEach(() => server.close());

const tokenOf = (url: string): string => new URL(url).searchParams.get('t') ?? '';
const cookie = (): string => `tapescope-${server.port}=${tokenOf(server.url)}`;
const own = (): string => `127.0.0.1:${server.port}`;

interface Got {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
}

/** A raw request: `fetch` would set Host, tidy the path and refuse what a hostile client sends. */
const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> =>
  new Promise((resolve, reject) => {
    const outgoing = request({ port: server.port, host: '127.0.0.1', path, method, headers: { Host: own(), ...headers } }, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8');
      incoming.on('data', (part) => {
        text += part;
      });
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text }));
    });
    outgoing.on('error', reject);
    outgoing.end();
  });

describe('the page', () => {
  test('comes for the token, which moves into a strict cookie that is enough from then on', async () => {
    const first = await get(`/?t=${tokenOf(server.url)}`);
    expect(first).toMatchObject({ status: 200, text: '<p>page</p>' });
    expect(first.headers['set-cookie']).toEqual([`${cookie()}; HttpOnly; SameSite=Strict; Path=/`]);
    const again = await get('/', { Cookie: cookie() });
    expect(again).toMatchObject({ status: 200, text: '<p>page</p>' });
    expect(again.headers['set-cookie']).toBeUndefined();
  });

  test('is refused with a sentence for no token, a wrong one, and another cookie', async () => {
    for (const got of [await get('/'), await get('/?t=wrong'), await get('/', { Cookie: `tapescope-${server.port}=wrong` })]) {
      expect(got.status).toBe(403);
      expect(got.text).toContain('needs the token');
      expect(got.headers['content-security-policy']).toBe(contentSecurityPolicy);
    }
  });

  test.each(['evil.example', 'evil.example:80', '127.0.0.1.evil.example', '10.0.0.1'])('is refused to the host name "%s"', async (host) => {
    expect(await get('/', { Host: host, Cookie: cookie() })).toMatchObject({ status: 403 });
  });

  test('comes through a forwarded port, where the browser sees another one', async () => {
    expect(await get('/', { Host: 'localhost:9000', Origin: 'http://localhost:9000', Cookie: cookie() })).toMatchObject({ status: 200 });
  });

  test.each(['http://evil.example', 'null', 'https://127.0.0.1', 'http://127.0.0.1:1'])('is refused to the origin %s', async (origin) => {
    expect(await get('/', { Origin: origin, Cookie: cookie() })).toMatchObject({ status: 403 });
  });

  test.each(['/../secret.json', '/%2e%2e/secret.json', '/..%2fsecret.json', '//secret.json'])('has nothing at %s', async (path) => {
    const got = await get(path, { Cookie: cookie() });
    expect(got).toMatchObject({ status: 404 });
    expect(got.text).not.toContain('true');
  });

  test('is only read', async () => {
    expect(await get('/', { Cookie: cookie() }, 'POST')).toMatchObject({ status: 405 });
    expect(await get('/', { Cookie: cookie() }, 'HEAD')).toMatchObject({ status: 200, text: '' });
  });
});

/** A window's end of the socket. */
const connect = (headers: Record<string, string> = {}, path = '/rpc') => {
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}${path}`, {
    headers: { Host: own(), Origin: `http://${own()}`, Cookie: cookie(), ...headers },
  });
  const heard: DownMessage[] = [];
  const waiting: ((message: DownMessage) => void)[] = [];
  const decode = createDecoder();
  socket.on('message', (data, isBinary) => {
    const decoded = decode(isBinary ? new Uint8Array(data as Buffer).buffer : String(data));
    if (decoded === null) return;
    const message = decoded.message as DownMessage;
    const next = waiting.shift();
    if (next) next(message);
    else heard.push(message);
  });
  return {
    socket,
    opened: new Promise<number>((resolve, reject) => {
      socket.on('open', () => resolve(101));
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
      socket.on('error', reject);
    }),
    closed: new Promise<number>((resolve) => socket.on('close', resolve)),
    say: (message: UpMessage) => socket.send(JSON.stringify({ message, attachments: [] })),
    hear: () =>
      new Promise<DownMessage>((resolve) => {
        const next = heard.shift();
        if (next) resolve(next);
        else waiting.push(resolve);
      }),
  };
};

describe('the socket', () => {
  test('answers calls and passes pushes on', async () => {
    const line = connect();
    expect(await line.opened).toBe(101);
    line.say({ type: 'call', id: 1, method: 'settings.get', input: {} });
    expect(await line.hear()).toEqual({ type: 'answer', id: 1, answer: { ok: true, value: settings } });
    for (const listener of listeners) listener({ type: 'library' });
    expect(await line.hear()).toEqual({ type: 'push', push: { type: 'library' } });
    line.socket.close();
    await line.closed;
    await expect.poll(() => listeners.size).toBe(0);
  });

  const refused: [string, Record<string, string>, string, number][] = [
    ['no cookie', { Cookie: '' }, '/rpc', 403],
    ['a token in the address alone', { Cookie: '' }, '/rpc?t=', 403],
    ['a foreign origin', { Origin: 'http://evil.example' }, '/rpc', 403],
    ['a foreign host', { Host: 'evil.example' }, '/rpc', 403],
    ['another path', {}, '/other', 404],
  ];
  test.each(refused)('is refused for %s', async (_, headers, path, status) => {
    expect(await connect(headers, path.endsWith('t=') ? path + tokenOf(server.url) : path).opened).toBe(status);
  });

  test('is refused without an origin', async () => {
    const upgrade = {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    };
    expect(await get('/rpc', { ...upgrade, Cookie: cookie() })).toMatchObject({ status: 403 });
  });

  test('cancels the work of a call, and all work of a window that goes away', async () => {
    const line = connect();
    await line.opened;
    line.say({ type: 'call', id: 1, method: 'search.run', input: { query: 'first' } });
    line.say({ type: 'call', id: 2, method: 'search.run', input: { query: 'second' } });
    line.say({ type: 'cancel', id: 1 });
    expect(await line.hear()).toMatchObject({ id: 1, answer: { ok: false, error: { code: 'cancelled' } } });
    expect(aborted).toEqual(['first']);
    line.socket.close();
    await expect.poll(() => aborted).toEqual(['first', 'second']);
  });

  test('is closed on an oversized frame, and the host continues', async () => {
    const line = connect();
    await line.opened;
    line.socket.send('x'.repeat((1 << 20) + 1));
    expect(await line.closed).toBe(1009);
    expect(await get('/', { Cookie: cookie() })).toMatchObject({ status: 200 });
  });

  const frame = (message: unknown, attachments: unknown = []): string => JSON.stringify({ message, attachments });
  const broken: [string, string | Buffer, number | null][] = [
    ['bytes', Buffer.from([1, 2, 3]), null],
    ['no JSON', 'nonsense', null],
    ['JSON without an envelope', '7', null],
    ['an unknown message', frame({ type: 'run' }), null],
    ['a call without a method', frame({ type: 'call', id: 7 }), 7],
    ['a call whose number is none', frame({ type: 'call', id: 'x', method: 'settings.get' }), null],
    [
      'a message whose bytes never come',
      frame({ type: 'call', id: 7 }, [{ type: 'u8', path: [], part: 0, offset: 0, byteLength: 1 }]),
      null,
    ],
  ];
  test.each(broken)('answers %s with the envelope, and other calls of that window continue', async (_, data, id) => {
    const line = connect();
    await line.opened;
    line.say({ type: 'call', id: 1, method: 'search.run', input: { query: 'slow' } });
    line.socket.send(data);
    expect(await line.hear()).toMatchObject({ type: 'answer', id, answer: { ok: false, error: { code: 'bad-input' } } });
    line.say({ type: 'call', id: 2, method: 'settings.get', input: {} });
    expect(await line.hear()).toMatchObject({ id: 2, answer: { ok: true } });
    expect(aborted).toEqual([]);
    line.socket.close();
    await expect.poll(() => aborted).toEqual(['slow']);
  });

  test('parses a call without input as one with an empty input would be: by the contract', async () => {
    const line = connect();
    await line.opened;
    line.socket.send(frame({ type: 'call', id: 1, method: 'search.run' }));
    const sentence = 'search.run cannot use the input: expected object, received undefined.';
    expect(await line.hear()).toMatchObject({ id: 1, answer: { ok: false, error: { code: 'bad-input', message: sentence } } });
  });

  test('refuses writing unless the host was started with it', async () => {
    const readOnly = connect();
    await readOnly.opened;
    readOnly.say({ type: 'call', id: 1, method: 'settings.set', input: {} });
    expect(await readOnly.hear()).toMatchObject({ answer: { ok: false, error: { code: 'read-only' } } });
    expect(writes).toBe(0);
    await server.close();
    server = await start({ write: true });
    const writing = connect();
    await writing.opened;
    writing.say({ type: 'call', id: 1, method: 'settings.set', input: {} });
    expect(await writing.hear()).toMatchObject({ answer: { ok: true } });
    expect(writes).toBe(1);
  });
});

describe('starting', () => {
  test('takes a free port where the wanted one is taken, with a token of its own', async () => {
    const second = await start({ port: server.port });
    expect(second.port).not.toBe(server.port);
    expect(tokenOf(second.url)).not.toBe(tokenOf(server.url));
    await second.close();
  });

  test.each(['0.0.0.0', '::', '192.168.1.1', 'example.org'])('refuses to listen on %s', async (host) => {
    await expect(startServer({ engine, handlers: onlyHandlers(handlers), folder, host })).rejects.toMatchObject({ code: 'bad-input' });
  });
});
