import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { request as ask } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { openCatalog } from '../catalog/open-catalog.ts';
import { asList, asObject } from '../formats/json.ts';
import { asked, attributesOf, spanLine } from '../formats/otel/testing/traces.ts';
import type { JsonObject } from '../formats/values.ts';
import { bringSource } from '../sources/bring-source.ts';
import { tempFolder } from '../testing/files.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { openSpool } from './spool.ts';
import { encode } from './testing/encode.ts';

interface Given {
  path?: string;
  method?: string;
  headers?: Record<string, string>;
  body?: Buffer | string;
}

interface Answered {
  status: number;
  type: string | undefined;
  body: Buffer;
}

const running: Receiver[] = [];
afterEach(async () => {
  for (const receiver of running.splice(0)) await receiver.close();
});

const start = async (folder = join(tempFolder(), 'received')) => {
  const kept: number[] = [];
  const refused: string[] = [];
  const receiver = await startReceiver({ folder, port: 0, kept: (records) => kept.push(records), refused: (why) => refused.push(why) });
  running.push(receiver);
  const send = ({ path = '/v1/traces', method = 'POST', headers = {}, body = '' }: Given): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const sent = ask({ host: '127.0.0.1', port: receiver.port, path, method, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'], body: Buffer.concat(chunks) }),
        );
      });
      sent.on('error', reject);
      sent.end(body);
    });
  return { folder, kept, refused, send, receiver };
};

const JSON_TYPE = { 'content-type': 'application/json' };
const PROTOBUF = { 'content-type': 'application/x-protobuf' };

const linesIn = (folder: string): JsonObject[] =>
  readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as JsonObject),
  );

const one = asked('a1', ['user: Rye, please.'], 'Here you are.', 900);

describe('a receiver of traces', () => {
  it('keeps what arrives as JSON and as protobuf, packed or not, as the same line', async () => {
    const { folder, kept, send } = await start();
    const bytes = encode(one, 'ExportTraceServiceRequest');
    for (const given of [
      { headers: JSON_TYPE, body: JSON.stringify(one) },
      { headers: { ...JSON_TYPE, 'content-encoding': 'gzip' }, body: gzipSync(JSON.stringify(one)) },
      { headers: PROTOBUF, body: bytes },
      { headers: { ...PROTOBUF, 'content-encoding': 'gzip' }, body: gzipSync(bytes) },
    ]) {
      const { status, type, body } = await send(given);
      expect([status, type]).toEqual([200, given.headers['content-type']]);
      expect(body.toString()).toBe(type === 'application/json' ? '{"partialSuccess":{}}' : '');
    }
    const lines = linesIn(folder);
    expect(lines).toHaveLength(4);
    const attributes = lines.map((line) => {
      const [group] = asList(line.resourceSpans);
      const [scope] = asList(asObject(group)?.scopeSpans);
      return asObject(asList(asObject(scope)?.spans)[0])?.attributes;
    });
    for (const each of attributes) expect(each).toEqual(attributes[0]);
    expect(kept).toEqual([1, 1, 1, 1]);
  });

  it('keeps them for their owner alone, in a file for each conversation, or for each trace that names none', async () => {
    const { folder, send } = await start();
    const spans = [
      spanLine('01', 'tool', {}, { traceId: 'a0' }),
      spanLine('02', 'chat', { 'gen_ai.conversation.id': '../../etc' }, { traceId: 'a0' }),
      spanLine('03', 'chat', { 'session.id': 'grinding' }, { traceId: 'b0' }),
      spanLine('04', 'agent', {}, { traceId: 'b0' }),
      spanLine('05', 'chat', {}, { traceId: 'c0' }),
    ];
    await send({
      headers: JSON_TYPE,
      body: JSON.stringify({ resourceSpans: spans.flatMap(({ resourceSpans }) => asList(resourceSpans)) }),
    });
    const names = readdirSync(folder).toSorted();
    expect(names).toEqual([expect.stringMatching(/^session-[0-9a-f]{32}\.jsonl$/), 'session-grinding.jsonl', 'trace-c0.jsonl']);
    expect(names.map((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n').length)).toEqual([2, 2, 1]);
    if (process.platform === 'win32') return;
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const name of names) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  });

  it('keeps logged events next to spans, and takes metrics without keeping them', async () => {
    const { folder, send } = await start();
    const logs = {
      resourceLogs: [{ scopeLogs: [{ logRecords: [{ traceId: 'c0', eventName: 'x', attributes: attributesOf({ a: 1 }) }] }] }],
    };
    expect((await send({ path: '/v1/logs', headers: JSON_TYPE, body: JSON.stringify(logs) })).status).toBe(200);
    expect((await send({ path: '/v1/logs', headers: PROTOBUF, body: encode(logs, 'ExportLogsServiceRequest') })).status).toBe(200);
    expect(linesIn(folder)).toEqual([logs, logs]);
    const metrics = await send({ path: '/v1/metrics', headers: JSON_TYPE, body: '{"resourceMetrics":[]}' });
    expect([metrics.status, metrics.body.toString()]).toEqual([200, expect.stringContaining('Metrics are not kept')]);
    expect((await send({ path: '/v1/metrics', headers: PROTOBUF })).body.toString()).toContain('Metrics are not kept');
    expect(linesIn(folder)).toHaveLength(2);
  });

  it('accepts a request without telemetry', async () => {
    const { folder, send } = await start();
    for (const given of [{ headers: JSON_TYPE, body: '{}' }, { headers: JSON_TYPE, body: '{"resourceSpans":[]}' }, { headers: PROTOBUF }])
      expect((await send(given)).status).toBe(200);
    expect(linesIn(folder)).toEqual([]);
  });

  it('does not listen where a file is in the place of its folder', async () => {
    const path = join(tempFolder(), 'file');
    writeFileSync(path, 'mine');
    await expect(startReceiver({ folder: path, port: 0 })).rejects.toThrow(`${path} cannot hold what is received`);
  });

  it.skipIf(process.platform !== 'linux')('does not listen, nor wait, where no folder can be made', async () => {
    await expect(startReceiver({ folder: '/proc/x', port: 0 })).rejects.toThrow('/proc/x cannot hold what is received: it does not exist.');
  });

  it('tells its owner once that the disk takes nothing, and again after it did', async () => {
    const { folder, send, refused } = await start();
    const to = async (traceId: string) =>
      void (await send({ headers: JSON_TYPE, body: JSON.stringify(spanLine('01', 'chat', {}, { traceId })) }));
    mkdirSync(join(folder, 'trace-d0.jsonl'));
    for (const trace of ['d0', 'd0', 'a0', 'd0']) await to(trace);
    expect(refused).toEqual(Array(2).fill('Nothing could be kept: it is a folder.'));
  });

  it('remembers the conversation of a trace while fifteen thousand others are sent', () => {
    const folder = join(tempFolder(), 'received');
    const { append } = openSpool(folder);
    append([{ trace: '0', session: 'grinding', line: {} }]);
    append(Array.from({ length: 15_000 }, (_, at) => ({ trace: `${at + 1}`, session: 'mill', line: {} })));
    expect(append([{ trace: '0', session: null, line: {} }])).toEqual([join(folder, 'session-grinding.jsonl')]);
  });

  it.each<[string, Given, number]>([
    ['another path', { path: '/v1/secrets', headers: JSON_TYPE }, 404],
    ['another method', { method: 'GET', headers: JSON_TYPE }, 405],
    ['another type', { headers: { 'content-type': 'text/plain' }, body: JSON.stringify(one) }, 415],
    ['another compression', { headers: { ...JSON_TYPE, 'content-encoding': 'br' }, body: 'x' }, 415],
    ['no gzip', { headers: { ...JSON_TYPE, 'content-encoding': 'gzip' }, body: 'x' }, 400],
    ['no JSON', { headers: JSON_TYPE, body: '{' }, 400],
    ['JSON of something else', { headers: JSON_TYPE, body: '{"spans":[]}' }, 400],
    [
      'JSON that nests too deeply',
      { headers: JSON_TYPE, body: `{"resourceSpans":[{"scopeSpans":[{"spans":[{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}]}]}]}` },
      400,
    ],
    ['no protobuf', { headers: PROTOBUF, body: Buffer.from([0x0a, 0x7f]) }, 400],
    ['a name of another machine', { headers: { ...JSON_TYPE, host: 'evil.example:4318' }, body: JSON.stringify(one) }, 403],
    ['a web page', { headers: { ...JSON_TYPE, origin: 'http://localhost:3000' }, body: JSON.stringify(one) }, 403],
    [
      'what unpacks to too much',
      { headers: { ...JSON_TYPE, 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(65 * 1024 * 1024)) },
      413,
    ],
  ])('refuses %s, and keeps nothing of it', async (_, given, status) => {
    const { folder, kept, send } = await start();
    const answered = await send(given);
    expect(answered.status).toBe(status);
    if (answered.type === 'application/json')
      expect(JSON.parse(answered.body.toString())).toEqual({ code: expect.any(Number), message: expect.stringMatching(/\.$/) });
    else expect(answered.body[0]).toBe(8);
    expect([linesIn(folder), kept]).toEqual([[], []]);
    expect((await send({ headers: JSON_TYPE, body: JSON.stringify(one) })).status).toBe(200);
  });

  it('asks to send again later what the disk did not take, and writes through no link', async () => {
    const folder = tempFolder();
    const other = join(tempFolder(), 'other');
    writeFileSync(other, 'mine\n');
    symlinkSync(other, join(folder, 'trace-c0.jsonl'));
    mkdirSync(join(folder, 'trace-d0.jsonl'));
    const { send } = await start(folder);
    for (const traceId of ['c0', 'd0']) {
      const answered = await send({ headers: JSON_TYPE, body: JSON.stringify(spanLine('01', 'chat', {}, { traceId })) });
      expect(answered.status).toBe(503);
    }
    expect(readFileSync(other, 'utf8')).toBe('mine\n');
  });

  it('makes tapes that grow while a trace runs', async () => {
    const { folder, send } = await start();
    const { db, catalog, close } = openCatalog(tempFolder());
    const steps: number[] = [];
    for (const [at, messages] of [['user: one'], ['user: one', 'assistant: a1', 'user: two']].entries()) {
      await send({ headers: PROTOBUF, body: encode(asked(`a${at + 1}`, messages, `a${at + 1}`), 'ExportTraceServiceRequest') });
      const [name = ''] = readdirSync(folder);
      const { source } = bringSource(db, join(folder, name));
      steps.push(catalog.tape(source.id).steps);
    }
    expect(steps).toEqual([1, 2]);
    close();
  });

  it('says which port is taken', async () => {
    const { receiver } = await start();
    await expect(startReceiver({ folder: tempFolder(), port: receiver.port })).rejects.toThrow(
      `Port ${receiver.port} of 127.0.0.1 cannot be used`,
    );
  });
});
