import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { unpacked } from './unpacked.ts';

const SAID = Buffer.from(Array.from({ length: 3000 }, (_, at) => `data: ${at} ${Math.imul(at, 2654435761)}`).join('\n'));

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
] as const)('a stream in %s that broke off gives what came of it, and what is broken stays as it travelled', (encoding, pack) => {
  const packed = pack(SAID);
  const headers = ['Content-Encoding', encoding];
  expect(unpacked(packed, headers)).toEqual({ body: SAID, encoding });
  const { body, encoding: how } = unpacked(packed.subarray(0, packed.length / 2), headers);
  expect(how).toBe(`${encoding}, torn`);
  expect(body.length).toBeGreaterThan(SAID.length / 4);
  expect(SAID.subarray(0, body.length)).toEqual(body);
  const broken = Buffer.alloc(50, 0xff);
  expect(unpacked(broken, headers)).toEqual({ body: broken, encoding: `${encoding}, not unpacked` });
});
