import { createHash } from 'node:crypto';
import { assert, property, string, uint8Array } from 'fast-check';
import { expect, test, vi } from 'vitest';

const ofNode = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

/** As a process has it that has hashed nothing yet. */
const fresh = async () => {
  vi.resetModules();
  return (await import('./sha256.ts')).sha256;
};

test('a hash is what node:crypto says, of texts and of bytes, the first ones and those after many', async () => {
  const sha256 = await fresh();
  assert(property(string({ unit: 'binary', maxLength: 200 }), (text) => sha256(text).toString('hex') === ofNode(text)));
  assert(property(uint8Array({ maxLength: 600 }), (bytes) => sha256(bytes).toString('hex') === ofNode(bytes)));
});

test('a hash is right at each length around the end of a block', async () => {
  for (const from of [0, 50, 115, 180, 490]) {
    const sha256 = await fresh();
    for (let length = from; length < from + 20; length++) {
      const bytes = Buffer.alloc(length, 'harbour');
      expect([length, sha256(bytes).toString('hex')]).toEqual([length, ofNode(bytes)]);
    }
  }
});
