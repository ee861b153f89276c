import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { createRelayed, readRun } from './testing/relayed.ts';

const { serve, record, closeAll } = createRelayed();
afterEach(closeAll);

/** Bytes as they come in, and a promise that at least `count` have. */
const watched = (message: IncomingMessage) => {
  const came: Buffer[] = [];
  let length = 0;
  let told = (): void => undefined;
  message.on('data', (bytes: Buffer) => {
    came.push(bytes);
    length += bytes.length;
    told();
  });
  message.on('error', () => undefined);
  const has = (count: number) =>
    new Promise<void>((done) => {
      told = () => length >= count && done();
      told();
    });
  return { has, all: () => Buffer.concat(came) };
};

const cut = (bytes: Buffer, chunk: number): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, at) => bytes.subarray(at * chunk, (at + 1) * chunk));

const write = (to: ClientRequest | ServerResponse, bytes: Buffer, chunk: number): void => {
  to.flushHeaders();
  for (const piece of cut(bytes, chunk)) to.write(piece);
};

interface Broken {
  body: Buffer;
  /** How many bytes of it come before it breaks. */
  at: number;
  chunk: number;
}

/** More than what the system holds of a connection, so that some of it waits in the relay. */
const MOST = 6 << 20;

const broken = fc
  .record({
    size: fc.integer({ min: 2, max: MOST }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    chunk: fc.integer({ min: 1, max: 500_000 }),
  })
  .map(
    ({ size, share, chunk }): Broken => ({
      body: Buffer.alloc(size, `${size} of the ledger `),
      at: Math.floor(share * (size - 1)),
      chunk: Math.max(chunk, size >> 6),
    }),
  );

const begins = (whole: Buffer, part: Buffer): boolean => whole.subarray(0, part.length).equals(part);

test('a question that its agent breaks off at any point reaches the server up to there', async () => {
  const next: ((told: { came: ReturnType<typeof watched>; closed: Promise<unknown> }) => void)[] = [];
  const { url } = await serve((req) => next.shift()?.({ came: watched(req), closed: new Promise((done) => req.once('close', done)) }));
  const recording = await record(url);
  const holds = async ({ body, at, chunk }: Broken): Promise<void> => {
    const server = new Promise<{ came: ReturnType<typeof watched>; closed: Promise<unknown> }>((told) => next.push(told));
    const out = request(`${recording.base('model')}/v1`, { method: 'POST', headers: { 'content-length': body.length }, agent: false });
    out.on('error', () => undefined);
    write(out, body.subarray(0, at), chunk);
    const { came, closed } = await server;
    await came.has(at);
    out.destroy();
    await closed;
    expect(came.all()).toEqual(body.subarray(0, at));
  };
  await fc.assert(fc.asyncProperty(broken, holds), { numRuns: 30 });
  await recording.close();
  expect(
    readRun(recording.folder)
      .of('response')
      .every(({ end }) => end === 'aborted'),
  ).toBe(true);
});

test('an answer that breaks off at any point reaches the agent up to there, and as much of it is kept', async () => {
  let answer: Broken = { body: Buffer.alloc(0), at: 0, chunk: 1 };
  const { url } = await serve((req, res) => {
    req.resume();
    const { body, at, chunk } = answer;
    res.writeHead(200, { 'content-length': body.length });
    write(res, body.subarray(0, at), chunk);
    // After what was written has left.
    res.write('', () => res.destroy());
  });
  const recording = await record(url);
  const answered: Buffer[] = [];
  const holds = async (given: Broken): Promise<void> => {
    answer = given;
    const out = request(`${recording.base('model')}/v1`, { method: 'POST', agent: false }).end('{}');
    const [message] = (await once(out, 'response')) as [IncomingMessage];
    const came = watched(message);
    await new Promise((done) => message.once('close', done));
    expect([message.complete, came.all().length]).toEqual([false, given.at]);
    expect(begins(given.body, came.all())).toBe(true);
    answered.push(came.all());
  };
  await fc.assert(fc.asyncProperty(broken, holds), { numRuns: 30 });
  await recording.close();
  const { of, bodyOf } = readRun(recording.folder);
  expect(of('response').map(bodyOf)).toEqual(answered);
  expect(of('response').every(({ end }) => end === 'failed')).toBe(true);
});

/** A hundred megabytes that are nowhere as a whole. */
const LARGE = 100;
const MEGABYTE = 1_000_000;
const large = function* (): Generator<Buffer> {
  for (let at = 0; at < LARGE; at++) yield Buffer.alloc(MEGABYTE, `${at}, `);
};
const digestOf = async (of: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<string> => {
  const hash = createHash('sha256');
  for await (const bytes of of) hash.update(bytes);
  return hash.digest('hex');
};

test('a hundred megabytes pass in either direction as they are', async () => {
  const came = Promise.withResolvers<string>();
  const { url } = await serve(async (req, res) => {
    came.resolve(await digestOf(req));
    await pipeline(Readable.from(large()), res);
  });
  const recording = await record(url);
  const out = request(`${recording.base('model')}/v1`, { method: 'POST', agent: false });
  const responded = once(out, 'response') as Promise<[IncomingMessage]>;
  await pipeline(Readable.from(large()), out);
  const [answer] = await responded;
  const expected = await digestOf(large());
  expect(await digestOf(answer)).toBe(expected);
  expect(await came.promise).toBe(expected);
  await recording.close();
  expect(readRun(recording.folder).of('response')).toMatchObject([{ end: 'complete', bytes: LARGE * MEGABYTE }]);
});
