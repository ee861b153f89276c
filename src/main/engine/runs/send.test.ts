import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../testing/files.ts';
import type { Ask } from './api.ts';
import { endpointOf, withoutKey } from './endpoint.ts';
import { keepRun } from './keep.ts';
import { NoAnswer, send } from './send.ts';
import { KEY, type Scripted, serveModel } from './testing/model-server.ts';

const ASK: Ask = { model: 'm', system: '', turns: [{ role: 'user', parts: [{ text: 'Hi' }] }], tools: [], most: null };

const asked = async (script: readonly Scripted[], model = 'openai:m', signal = new AbortController().signal) => {
  const { env, received } = await serveModel(script);
  const home = tempFolder();
  const keeper = keepRun(join(home, 'captures'), home);
  const pauses: number[] = [];
  const pause = async (ms: number): Promise<void> => void pauses.push(ms);
  const sending = { endpoint: endpointOf(model, env), keeper, signal, pause };
  const answer = await send(ASK, sending).catch((failure: unknown) => failure);
  expect(keeper.close().lines).toBe(0);
  return { answer, pauses, sent: received.length };
};

test('a request that is one too many waits as long as the server asks, and is sent again', async () => {
  const busy = { status: 429, headers: { 'retry-after': '7' }, body: '{}' };
  const tokens = { status: 429, headers: { 'x-ratelimit-remaining-tokens': '0', 'x-ratelimit-reset-tokens': '1m0.5s' }, body: '{}' };
  const short = { ...tokens, headers: { ...tokens.headers, 'x-ratelimit-reset-tokens': '1.5s' } };
  const { answer, pauses } = await asked([busy, short, { text: 'Hello' }]);
  expect([answer, pauses]).toEqual([expect.objectContaining({ text: 'Hello' }), [7000, 1500]]);
  const { answer: none, sent } = await asked([tokens]);
  expect([none, sent]).toEqual([expect.any(NoAnswer), 1]);
});

test('an answer that breaks off, and a busy server, are asked again so often and no more', async () => {
  const { answer, pauses, sent } = await asked([{ text: 'Hello there', cutAt: 120 }]);
  expect([answer, sent]).toEqual([expect.objectContaining({ kind: 'cut-short' }), 5]);
  expect(pauses).toEqual([500, 1000, 2000, 4000]);
  const overloaded = { body: 'event: error\ndata: {"type":"error","error":{"message":"Overloaded"}}\n\n' };
  const again = await asked([overloaded, { text: 'Now' }], 'anthropic:m');
  expect(again.answer).toMatchObject({ text: 'Now', usage: { input: 10, output: 2 } });
});

test('what will not pass is not sent again, and says so without the key', async () => {
  const { answer, sent } = await asked([{ status: 401, body: JSON.stringify({ error: { message: `Bad key ${KEY}` } }) }]);
  expect(sent).toBe(1);
  expect(answer).toMatchObject({ kind: 'refused', message: 'The server answered 401: Bad key [credential]' });
  expect((await asked([{ body: 'data: oops\n\n' }])).answer).toMatchObject({ kind: 'malformed' });
});

test('a page in the place of an answer is not asked for again, and says what it is', async () => {
  const page = { headers: { 'content-type': 'text/html; charset=utf-8' }, body: `<title>Sign in as ${KEY}</title>` };
  const { answer, sent } = await asked([page]);
  expect(sent).toBe(1);
  const message = 'The server answered with text/html, not with a stream of this API: <title>Sign in as [credential]</title>';
  expect(answer).toMatchObject({ kind: 'malformed', message });
});

test('a server that hangs is left when the run is stopped, before its answer and within it', async () => {
  for (const script of [{ hangs: true }, { text: 'Hello there', hangs: true, cutAt: 200 }]) {
    const control = new AbortController();
    const { env } = await serveModel([script], () => control.abort(new Error('stopped')));
    const home = tempFolder();
    const keeper = keepRun(join(home, 'captures'), home);
    const answer = send(ASK, { endpoint: endpointOf('openai:m', env), keeper, signal: control.signal });
    await expect(answer).rejects.toThrow('stopped');
    keeper.close();
  }
});

test('an address with a password or a query in it is refused, and so is a provider that nobody knows', () => {
  for (const base of ['http://u:p@127.0.0.1/v1', 'http://127.0.0.1/v1?key=abc', 'file:///etc/passwd', 'nonsense'])
    expect(() => endpointOf('openai:m', { OPENAI_BASE_URL: base })).toThrow('OPENAI_BASE_URL');
  expect(() => endpointOf('toString:m', {})).toThrow('PROVIDER:NAME');
  expect(() => endpointOf('openai-compatible:m', {})).toThrow('needs the address');
});

test('a key is found as it is and as JSON spells it, and a word that people give for none is no key', () => {
  const key = 'pass"word\\1';
  expect(withoutKey(`key ${key}`, { key })).toBe('key [credential]');
  expect(JSON.parse(withoutKey(JSON.stringify({ text: `key ${key}` }), { key }))).toEqual({ text: 'key [credential]' });
  for (const word of ['test', 'message', 'ollama', 'lm-studio'])
    expect(withoutKey(JSON.stringify({ message: `the ${word}s` }), { key: word })).toBe(JSON.stringify({ message: `the ${word}s` }));
});
