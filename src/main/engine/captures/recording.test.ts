import { once } from 'node:events';
import { statSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createRelayed, readRun } from './testing/relayed.ts';

const { serve, record, closeAll, closing } = createRelayed();
afterEach(closeAll);

interface Sending {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  chunks?: readonly Uint8Array[];
}

const bytesOf = async (message: IncomingMessage) => {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
};

const send = async (base: string, { method = 'POST', path = '/v1/messages', headers = {}, chunks = [] }: Sending) => {
  const out = request(`${base}${path}`, { method, headers, agent: false });
  for (const chunk of chunks) out.write(chunk);
  out.end();
  const [answer] = (await once(out, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await bytesOf(answer) };
};

type Packing = [encoding: string | null, pack: (bytes: Buffer) => Buffer];

describe('what passes through a recording', () => {
  const chunks = fc.array(fc.uint8Array({ minLength: 1, maxLength: 3000 }), { maxLength: 6 });
  const packing = fc.constantFrom<Packing>(
    [null, (bytes) => bytes],
    ['gzip', (bytes) => gzipSync(bytes)],
    ['br', (bytes) => brotliCompressSync(bytes)],
    ['zstd', (bytes) => zstdCompressSync(bytes)],
  );

  test('is the bytes that were sent, in either direction and any encoding, and they are what is kept', async () => {
    let [answer, encoding, status]: [Buffer, string | null, number] = [Buffer.alloc(0), null, 200];
    let came: { url: string | undefined; body: Buffer } | null = null;
    const { url } = await serve(async (req, res) => {
      came = { url: req.url, body: await bytesOf(req) };
      res.writeHead(status, encoding === null ? {} : { 'content-encoding': encoding });
      for (let at = 0; at < answer.length; at += 700) res.write(answer.subarray(at, at + 700));
      res.end();
    });
    const recording = await record(url);
    const expected: { question: Buffer; plain: Buffer; status: number }[] = [];
    const passes = async (sent: Uint8Array[], answered: Uint8Array[], [named, pack]: Packing, code: number): Promise<void> => {
      const [question, plain] = [Buffer.concat(sent), Buffer.concat(answered)];
      [answer, encoding, status] = [pack(plain), named, code];
      const got = await send(recording.base('model'), { path: '/v1/messages?beta=true', chunks: sent });
      expect(came).toEqual({ url: '/base/v1/messages?beta=true', body: question });
      expect(got).toMatchObject({ status, body: answer });
      expected.push({ question, plain, status });
    };
    await fc.assert(fc.asyncProperty(chunks, chunks, packing, fc.constantFrom(200, 201, 400, 429, 529), passes));
    expect(await recording.close()).toEqual({ lines: 0, why: null });
    const { of, bodyOf } = readRun(recording.folder);
    expect(of('request').map(bodyOf)).toEqual(expected.map(({ question }) => question));
    expect(of('response').map((line) => ({ status: line.status, plain: bodyOf(line) }))).toEqual(
      expected.map(({ status, plain }) => ({ status, plain })),
    );
    expect(of('response').every(({ end }) => end === 'complete')).toBe(true);
  });

  test('comes in the pieces in which it was written', async () => {
    let more: () => void = () => undefined;
    const { url } = await serve((_, res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' });
      res.write('data: one\n\n');
      more = () => res.end('data: two\n\n');
    });
    const { base } = await record(url);
    const out = request(`${base('model')}/v1/messages`, { method: 'POST' }).end('{}');
    const [answer] = (await once(out, 'response')) as [IncomingMessage];
    const [first] = await once(answer, 'data');
    expect(String(first)).toBe('data: one\n\n');
    more();
    expect(String(await bytesOf(answer))).toBe('data: two\n\n');
  });

  test('keeps headers of the request but those of the connection', async () => {
    let raw: string[] = [];
    const { url } = await serve((req, res) => {
      raw = req.rawHeaders;
      res.end('{}');
    });
    const { base } = await record(url);
    await send(base('model'), { headers: { 'X-Api-Key': 'key-01234567', 'X-Twice': 'a' }, chunks: [Buffer.from('{}')] });
    expect(raw).toContain('X-Api-Key');
    expect(raw).toContain('key-01234567');
    expect(raw[raw.indexOf('Host') + 1]).toBe(url.host);
  });

  test('needs the path of the run and a name of this machine', async () => {
    const { url } = await serve((_, res) => res.end('seen'));
    const { base, requests } = await record(url);
    const stranger = base('model').replace(/[0-9a-f]{32}/, '0'.repeat(32));
    expect((await send(stranger, {})).status).toBe(404);
    expect((await send(base('other'), {})).status).toBe(404);
    expect((await send(base('model'), { headers: { Host: 'evil.example' } })).status).toBe(404);
    expect(requests()).toBe(0);
  });
});

describe('a recording', () => {
  test('leaves no credential in any file, also where the body repeats it', async () => {
    const { url } = await serve((_, res) => {
      res.setHeader('set-cookie', 'session=cookie-secret-1');
      res.end(JSON.stringify({ echo: 'Bearer sk-secret-123456', cookie: 'cookie-secret-1' }));
    });
    const recording = await record(url);
    const headers = { Authorization: 'Bearer sk-secret-123456', Cookie: 'a=cookie-secret-2' };
    await send(recording.base('model'), { path: '/v1?key=query-secret', headers, chunks: [Buffer.from('{"key":"sk-secret-123456"}')] });
    await recording.close();
    const { text, of } = readRun(recording.folder);
    expect(text).not.toContain('secret');
    expect([of('request')[0]?.redacted, of('response')[0]?.redacted]).toEqual([true, true]);
  });

  test('is readable by its user alone', async () => {
    const { url } = await serve((_, res) => res.end('{}'));
    const recording = await record(url);
    await send(recording.base('model'), {});
    await recording.close();
    const modes = [recording.folder, join(recording.folder, 'requests.jsonl')].map((path) => statSync(path).mode & 0o777);
    expect(modes).toEqual([0o700, 0o600]);
  });

  test('says where an answer broke off, and the agent sees it break off', async () => {
    const { url } = await serve((_, res) => {
      res.writeHead(200, { 'content-length': '100' });
      res.write('half', () => res.destroy());
    });
    const recording = await record(url);
    await expect(send(recording.base('model'), {})).rejects.toThrow(/aborted/);
    await recording.close();
    const { of, bodyOf } = readRun(recording.folder);
    expect(of('response')).toMatchObject([{ status: 200, end: 'failed', bytes: 4 }]);
    expect(of('response').map(bodyOf)).toEqual([Buffer.from('half')]);
  });

  test('says where the agent went away, and ends its request', async () => {
    const gone = Promise.withResolvers<void>();
    const { url } = await serve((_, res) => {
      res.write('first');
      res.on('close', () => gone.resolve());
    });
    const recording = await record(url);
    const out = request(`${recording.base('model')}/v1`, { method: 'POST' }).end('{}');
    const [answer] = (await once(out, 'response')) as [IncomingMessage];
    await once(answer, 'data');
    out.destroy();
    await gone.promise;
    await recording.close();
    expect(readRun(recording.folder).of('response')).toMatchObject([{ end: 'aborted', bytes: 5 }]);
  });

  test('answers in one sentence where the server is not reached', async () => {
    const { url, server } = await serve(() => undefined);
    await new Promise((done) => server.close(done));
    const { base } = await record(url);
    const { status, body } = await send(base('model'), {});
    expect(status).toBe(502);
    expect(String(body)).toMatch(/^127\.0\.0\.1:\d+ was not reached: .*ECONNREFUSED/);
  });

  test('hangs up where the server does before it answers, and says so in the record alone', async () => {
    const { url } = await serve((req) => req.socket.resetAndDestroy());
    const recording = await record(url);
    await expect(send(recording.base('model'), { chunks: [Buffer.from('{}')] })).rejects.toThrow(/hang up|ECONNRESET/);
    await recording.close();
    expect(readRun(recording.folder).of('response')).toMatchObject([{ status: 0, end: 'failed', bytes: 0 }]);
  });

  test.each([true, false])('passes a WebSocket on and keeps its messages, compressed: %s', async (perMessageDeflate) => {
    const { server, url } = await serve(() => undefined);
    const sockets = new WebSocketServer({ server, perMessageDeflate: perMessageDeflate && { threshold: 0 } });
    closing.push(() => sockets.close());
    sockets.on('connection', (socket) => socket.on('message', (text) => socket.send(`you said ${text}`)));
    const recording = await record(url);
    const socket = new WebSocket(`${recording.base('model').replace('http', 'ws')}/v1/responses`, { perMessageDeflate });
    await once(socket, 'open');
    const said = ['a word', 'ein Wort '.repeat(5000)];
    for (const text of said) {
      socket.send(text);
      expect(String((await once(socket, 'message'))[0])).toBe(`you said ${text}`);
    }
    socket.close();
    await once(socket, 'close');
    await recording.close();
    const { of, bodyOf } = readRun(recording.folder);
    const kept = (from: string) => of('message').flatMap((line) => (line.from === from ? [String(bodyOf(line))] : []));
    expect(kept('agent')).toEqual(said);
    expect(kept('server')).toEqual(said.map((text) => `you said ${text}`));
    expect(of('response')).toMatchObject([{ status: 101 }]);
  });

  test('closes an idle connection of the agent when the server closes its own', async () => {
    const { url, server } = await serve((_, res) => res.end('ok'));
    const { base } = await record(url);
    const at = new URL(base('model'));
    const socket = connect(Number(at.port), '127.0.0.1');
    socket.write(`GET ${at.pathname}/v1 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
    await once(socket, 'data');
    server.closeAllConnections();
    await once(socket, 'end');
  });
});
