import { createServer, request, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createHanding } from './handing.ts';
import { startRelay } from './relay.ts';
import type { Told } from './told.ts';

const sent = (size: number): Told => ({ type: 'sent', id: 1, bytes: new Uint8Array(size) });

test('what was added is handed over once and in order, however it is cut and whenever the answer begins', () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 6 << 20 }), { maxLength: 8 });
  fc.assert(
    fc.property(sizes, sizes, (before, after) => {
      const told: Told[] = [];
      const handing = createHanding((one) => told.push(one));
      const all = [...before, ...after].map(sent);
      for (const one of all.slice(0, before.length)) handing.add(one);
      handing.flush();
      expect(told).toEqual(all.slice(0, before.length));
      for (const one of all.slice(before.length)) handing.add(one);
      handing.flush();
      expect(told).toEqual(all);
    }),
  );
});

test('a body without an end is not held for ever', () => {
  const told: Told[] = [];
  const handing = createHanding((one) => told.push(one));
  for (let at = 0; at < 20; at++) handing.add(sent(1 << 20));
  expect(told.length).toBeGreaterThan(8);
});

test('nothing of a request is handed over before its last byte has reached the upstream', async () => {
  const events: string[] = [];
  const upstream = createServer((req, res) => {
    req.resume().on('end', () => {
      events.push('arrived');
      res.end('answer');
    });
  });
  await new Promise<void>((done) => upstream.listen(0, '127.0.0.1', done));
  const relay = await startRelay({ model: new URL(`http://127.0.0.1:${(upstream.address() as AddressInfo).port}`) }, (told) =>
    events.push(told.type),
  );
  onTestFinished(async () => {
    await relay.close();
    upstream.close();
  });
  await new Promise<void>((done) => {
    const out = request(`${relay.base('model')}/v1/messages`, { method: 'POST' }, (answer) => answer.resume().on('end', done));
    for (let at = 0; at < 10; at++) out.write(Buffer.alloc(100_000));
    out.end();
  });
  expect(events[0]).toBe('arrived');
  expect(events.slice(1, 3)).toEqual(['asked', 'sent']);
  expect(events.filter((event) => event === 'asked-whole')).toEqual(['asked-whole']);
});

test('the first bytes of an answer have left before anything of its request is handed over', async () => {
  const corked: number[] = [];
  const upstream = createServer((req, res) => void req.resume().on('end', () => res.end('answer')));
  await new Promise<void>((done) => upstream.listen(0, '127.0.0.1', done));
  const write = vi.spyOn(ServerResponse.prototype, 'write');
  const relay = await startRelay({ model: new URL(`http://127.0.0.1:${(upstream.address() as AddressInfo).port}`) }, ({ type }) => {
    const res = write.mock.contexts.at(-1) as ServerResponse;
    if (type === 'asked') corked.push(res.socket?.writableCorked ?? 0);
  });
  onTestFinished(async () => {
    write.mockRestore();
    await relay.close();
    upstream.close();
  });
  await new Promise<void>((done) => {
    request(`${relay.base('model')}/v1/messages`, { method: 'POST' }, (answer) => answer.resume().on('end', done)).end('question');
  });
  expect(corked).toEqual([0]);
});
