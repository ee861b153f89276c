import { crc32 as ofZlib } from 'node:zlib';
import { assert, property, string, uint8Array } from 'fast-check';
import { expect, test, vi } from 'vitest';
import { createCrc32 } from './crc32.ts';

test('a sum is what zlib says, of bytes and of texts, short and long', () => {
  assert(property(uint8Array({ maxLength: 300 }), (bytes) => createCrc32()(bytes) === ofZlib(bytes)));
  assert(property(string({ unit: 'binary' }), (text) => createCrc32()(text) === ofZlib(text)));
  for (const length of [0, 1, 4095, 4096, 4097, 20_000]) {
    const bytes = Buffer.alloc(length, 'harbour');
    expect(createCrc32()(bytes)).toBe(ofZlib(bytes));
  }
});

test('a thread that has summed much leaves the rest to zlib, a few bytes too', () => {
  const crc32 = createCrc32();
  const asked = vi.spyOn(process, 'getBuiltinModule');
  const zlib = (): number => asked.mock.calls.filter(([name]) => name === 'node:zlib').length;
  const bytes = Buffer.alloc(4096, 'harbour');
  crc32(bytes);
  expect(zlib()).toBe(0);
  for (let sums = 0; sums < 64; sums++) crc32(bytes);
  const before = zlib();
  expect(crc32(bytes.subarray(0, 9))).toBe(ofZlib(bytes.subarray(0, 9)));
  expect(zlib()).toBe(before + 1);
  asked.mockRestore();
});
