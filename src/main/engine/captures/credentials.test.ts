import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tempFolder } from '../testing/files.ts';
import { withoutCredentials } from './credentials.ts';
import { createKeeper } from './keeper.ts';

/** Random enough that it is nowhere by chance, with what JSON and addresses write otherwise. */
const credential = fc
  .tuple(fc.uuid(), fc.stringMatching(/^[A-Za-z0-9+/=_"\\&.-]{0,24}$/))
  .map(([id, more]) => `sk-${id.replaceAll('-', '')}${more.replace(/["\\;,\s&]/g, '-')}`);

const HEADERS: readonly ((word: string) => [name: string, value: string])[] = [
  (word) => ['Authorization', `Bearer ${word}`],
  (word) => ['authorization', word],
  (word) => ['Proxy-Authorization', `Basic ${Buffer.from(`user:${word}`).toString('base64')}`],
  (word) => ['Authorization', `AWS4-HMAC-SHA256 Credential=${word}, SignedHeaders=host;x-amz-date, Signature=${word}`],
  (word) => ['X-Api-Key', word],
  (word) => ['x-goog-api-key', word],
  (word) => ['Ocp-Apim-Subscription-Key', word],
  (word) => ['X-Amz-Security-Token', word],
  (word) => ['X-Gateway-Auth', word],
  (word) => ['Cookie', `theme=dark; session=${word}`],
  (word) => ['Sec-WebSocket-Protocol', `realtime, openai-insecure-api-key.${word}`],
];
const header = fc.constantFrom(...HEADERS);

const PACK: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  identity: (bytes) => bytes,
  gzip: (bytes) => gzipSync(bytes),
  br: (bytes) => brotliCompressSync(bytes),
  zstd: (bytes) => zstdCompressSync(bytes),
};

/** Bodies that repeat a credential: in a message, an error, a form, and between bytes that are no text. */
const BODIES: readonly ((word: string) => Buffer)[] = [
  (word) => Buffer.from(JSON.stringify({ messages: [{ role: 'user', content: `my key is ${word}, ${'and more. '.repeat(20)}` }] })),
  (word) => Buffer.from(JSON.stringify({ error: { message: `Incorrect API key provided: ${word}` } }).replaceAll('/', '\\/')),
  (word) => Buffer.from(`grant=refresh&key=${encodeURIComponent(word)}`),
  (word) => Buffer.concat([Buffer.from([0xff, 0xfe, 0x80]), Buffer.from(word), Buffer.from([0xff])]),
];
const bodyWith = fc.constantFrom(...BODIES);

/** What a file holds, with its blocks of bytes as bytes. */
const readable = (path: string): string => {
  const text = readFileSync(path, 'utf8');
  const bytes = [...text.matchAll(/"base64":"([^"]*)"/g)].map(([, block = '']) => Buffer.from(block, 'base64').toString('latin1'));
  return [text, ...bytes].join('\n');
};

describe('no credential', () => {
  test('of headers or address stays in what is kept, wherever a body, an answer or a message repeats it', () => {
    const path = join(tempFolder(), 'requests.jsonl');
    const keeper = createKeeper(openSync(path, 'ax', 0o600));
    const used: string[] = [];
    let id = 0;
    const exchange = fc.record({ word: credential, query: credential, cookie: credential, header, sent: bodyWith, answered: bodyWith });
    fc.assert(
      fc.property(exchange, fc.constantFrom(...Object.keys(PACK)), ({ word, query, cookie, header, sent, answered }, encoding) => {
        const url = `https://host/v1/messages?beta=true&key=${encodeURIComponent(query)}`;
        const asked = {
          id: ++id,
          at: '2026-01-05T09:00:00Z',
          method: 'POST',
          url,
          headers: [...header(word), 'Content-Encoding', encoding],
        };
        const pack = PACK[encoding] ?? ((bytes: Buffer) => bytes);
        keeper.asked(asked, pack(Buffer.concat([sent(word), sent(query)])));
        const headers = ['Set-Cookie', `session=${cookie}; HttpOnly; Path=/`, 'Content-Encoding', encoding];
        const bytes = pack(Buffer.concat([answered(word), answered(query), answered(cookie)]));
        keeper.answered(asked, { status: 401, headers, firstByteMs: 1, ms: 2, end: 'complete' }, bytes);
        for (const from of ['agent', 'server'] as const) keeper.message(asked, from, answered(word));
        used.push(word, query, cookie);
      }),
    );
    keeper.close();
    expect(keeper.lost().lines).toBe(0);
    const kept = readable(path);
    expect(used.filter((word) => [word, encodeURIComponent(word)].some((one) => kept.includes(one)))).toEqual([]);
  });

  test('stays of what an account is opened with, and a model’s content is as it was sent', () => {
    const grant = Buffer.from(JSON.stringify({ access_token: 'at-0123456789', token_type: 'Bearer', scope: 'inference' }));
    const at = (url: string, body: Buffer) => withoutCredentials(body, { url, headers: [] })?.toString() ?? null;
    expect(at('https://host/v1/oauth/token', grant)).toBe('{"access_token":"[credential]","token_type":"Bearer","scope":"inference"}');
    expect(at('https://host/oauth/token', Buffer.from('grant_type=refresh_token&refresh_token=rt-0123456789'))).toBe(
      'grant_type=refresh_token&refresh_token=[credential]',
    );
    for (const path of ['messages', 'messages/count_tokens', 'responses', 'models/m:streamGenerateContent'])
      expect(at(`https://host/v1/${path}`, grant)).toBeNull();
  });

  test('is mistaken for what a header says besides it', () => {
    const said = Buffer.from('HttpOnly SameSite SignedHeaders Signature 40000000 content-type;host');
    const headers = ['set-cookie', 'a=session-0123; HttpOnly; SameSite=Lax', 'anthropic-ratelimit-tokens-limit', '40000000'];
    const signed = ['authorization', 'AWS4-HMAC-SHA256 Credential=AKIA0123, SignedHeaders=content-type;host, Signature=0123abcd'];
    expect(withoutCredentials(said, { url: 'https://host/v1/messages', headers: [...headers, ...signed] })).toBeNull();
  });
});
