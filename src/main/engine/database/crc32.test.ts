import { crc32 as ofZlib } from 'node:zlib';
import { assert, property, string, uint8Array } from 'fast-check';
import { expect, test } from 'vitest';
import { crc32 } from './crc32.ts';

test('a sum is what zlib says, of bytes and of texts, short and long', () => {
  assert(property(uint8Array({ maxLength: 300 }), (bytes) => crc32(bytes) === ofZlib(bytes)));
  assert(property(string({ unit: 'binary' }), (text) => crc32(text) === ofZlib(text)));
  for (const length of [0, 1, 4095, 4096, 4097, 20_000]) {
    const bytes = Buffer.alloc(length, 'harbour');
    expect(crc32(bytes)).toBe(ofZlib(bytes));
  }
});
