import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesOf, type Numbered } from './stdin.ts';

async function* chunks(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  let at = 0;
  for (const size of sizes) {
    yield bytes.subarray(at, at + size);
    at += size;
  }
  yield bytes.subarray(at);
}

const read = async (bytes: Buffer, sizes: readonly number[] = []): Promise<Numbered[]> => {
  const all: Numbered[] = [];
  for await (const lines of linesOf(chunks(bytes, sizes))) all.push(...lines);
  return all;
};

test('lines are numbered, blank ones too, and the last needs no line feed', async () => {
  expect(await read(Buffer.from('a\r\n\n  \nb'))).toEqual([
    { number: 1, text: 'a\r' },
    { number: 4, text: 'b' },
  ]);
  expect(await read(Buffer.from(''))).toEqual([]);
});

test('only a line feed ends a line', async () => {
  expect(await read(Buffer.from('{"a":"\u2028\u2029\u0085"}\n'))).toEqual([{ number: 1, text: '{"a":"\u2028\u2029\u0085"}' }]);
});

test('bytes that are no UTF-8 are told apart from the lines around them', async () => {
  expect(await read(Buffer.concat([Buffer.from('a\n'), Buffer.from([0xff, 0x0a]), Buffer.from('b\n')]))).toEqual([
    { number: 1, text: 'a' },
    { number: 2, text: null },
    { number: 3, text: 'b' },
  ]);
});

test('however the bytes come, the lines are the same', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme' })), fc.array(fc.nat({ max: 7 })), async (texts, sizes) => {
      const bytes = Buffer.from(texts.join('\n'));
      expect(await read(bytes, sizes)).toEqual(await read(bytes));
    }),
    { numRuns: 100 },
  );
});
