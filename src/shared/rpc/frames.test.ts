import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDecoder, encodeFrame, FrameError } from './frames.ts';

const roundTrip = (message: unknown): unknown => {
  const decode = createDecoder();
  const { text, parts } = encodeFrame(message);
  const ends = [text, ...parts.map(({ buffer }) => buffer)].map(decode);
  expect(ends.slice(0, -1)).toEqual(parts.map(() => null));
  return ends.at(-1)?.message;
};

/** JSON as it comes back from JSON: no -0, no undefined. */
const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown);
/** Whole numbers that are close together, and NaN: those that travel narrower. */
const close = fc
  .tuple(fc.maxSafeInteger(), fc.constantFrom(0, 1, 254, 255, 65_534, 65_535, 2 ** 32 - 2, 2 ** 32 - 1))
  .chain(([least, range]) => fc.array(fc.constantFrom(least, Math.min(Number.MAX_SAFE_INTEGER, least + range), Number.NaN)));
/** The numbers that one leads to, step by step. */
const sums = (first: number, steps: readonly number[]): number[] => {
  const found = [first];
  for (const step of steps) found.push((found.at(-1) ?? 0) + step);
  return found;
};
const steps = fc.array(fc.constantFrom(0, 1, 254, 65_534, 70_000));
/** Whole numbers that follow each other at small distances. */
const steady = fc.tuple(fc.maxSafeInteger(), fc.constantFrom(-1, 1), steps).map(([first, sign, by]) =>
  Float64Array.from(
    sums(
      Math.trunc(first / 2),
      by.map((step) => sign * step),
    ),
  ),
);
const column = fc.oneof(
  steady,
  steps.map((by) => Uint32Array.from(sums(7, by))),
  fc
    .array(fc.oneof(fc.maxSafeInteger(), fc.constantFrom(Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER)))
    .map((values) => Float64Array.from(values)),
  close.map((values) => Float64Array.from(values)),
  fc
    .tuple(fc.nat(), fc.constantFrom(254, 255, 65_534, 65_535))
    .chain(([least, range]) => fc.array(fc.constantFrom(least, least + range)).map((values) => Uint32Array.from(values))),
  fc.uint8Array(),
  fc.uint32Array(),
  fc.float64Array(),
  // Views that do not start at the beginning of their buffer, as pools hand them out.
  fc.uint8Array({ minLength: 3 }).map((bytes) => bytes.subarray(1, bytes.length - 1)),
);
const { message } = fc.letrec((tie) => ({
  message: fc.oneof(
    { maxDepth: 4 },
    json,
    column,
    fc.array(tie('message'), { maxLength: 4 }),
    fc.dictionary(fc.string(), tie('message'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

describe('frames', () => {
  test('every message comes back as it was, with its typed arrays', () => {
    const property = fc.property(message, (value) => {
      expect(roundTrip(value)).toEqual(value);
    });
    fc.assert(property, { numRuns: 500 });
  });

  test('every attachment starts at a multiple of 8', () => {
    const { text } = encodeFrame({ a: new Uint8Array(3), b: Float64Array.of(0.5, 1), c: Uint32Array.of(1) });
    const { attachments } = JSON.parse(text) as { attachments: { offset: number }[] };
    expect(attachments.map(({ offset }) => offset)).toEqual([0, 8, 24]);
  });

  test('numbers that are close together take a byte each, whatever their column', () => {
    const { parts } = encodeFrame({
      steps: Uint32Array.from({ length: 200 }, (_, at) => 62_000 + at),
      sizes: Float64Array.from({ length: 200 }, (_, at) => (at === 0 ? Number.NaN : at - 90)),
    });
    expect(parts.map(({ length }) => length)).toEqual([400]);
  });

  test('numbers that follow each other take a byte each, however large they are', () => {
    const { parts } = encodeFrame({
      seqs: Uint32Array.from({ length: 800 }, (_, at) => 3 + at * 200),
      sizes: Float64Array.from({ length: 800 }, (_, at) => 9e9 + at * 1000),
    });
    expect(parts.map(({ length }) => length)).toEqual([1600]);
  });

  test('a message without typed arrays is one text frame', () => {
    expect(encodeFrame({ a: [1, null] }).parts).toEqual([]);
  });

  test('many bytes are several parts, of which only one with a single array is long', () => {
    const column = (length: number) => Float64Array.from({ length }, (_, at) => at / 3);
    const value = [column(8000), column(8000), column(8000), column(30_000), column(0), column(1)];
    const { parts } = encodeFrame(value);
    expect(parts.map(({ length }) => length)).toEqual([128_000, 64_000, 240_000, 8]);
    expect(roundTrip(value)).toEqual(value);
  });

  test('a log that imitates an attachment stays what it is', () => {
    const hostile = { message: null, attachments: [{ type: 'u8', path: [], part: 0, offset: 0, byteLength: 1 }] };
    expect(roundTrip(hostile)).toEqual(hostile);
  });

  const refused: [string, string][] = [
    ['what is not JSON', '{'],
    ['what has no envelope', '{"message":1}'],
    ['an unknown type', '{"message":null,"attachments":[{"type":"i8","path":[],"part":0,"offset":0,"byteLength":1}]}'],
    [
      'a wider column than asked',
      '{"message":null,"attachments":[{"type":"u32","as":"u32","add":0,"path":[],"part":0,"offset":0,"byteLength":4}]}',
    ],
    [
      'a column that is shifted by no number',
      '{"message":null,"attachments":[{"type":"f64","as":"u8","path":[],"part":0,"offset":0,"byteLength":4}]}',
    ],
    ['bytes in no part', '{"message":null,"attachments":[{"type":"u8","path":[],"offset":0,"byteLength":1}]}'],
    ['a crooked length', '{"message":null,"attachments":[{"type":"u32","path":[],"part":0,"offset":0,"byteLength":3}]}'],
    ['a crooked offset', '{"message":null,"attachments":[{"type":"u8","path":[],"part":0,"offset":3,"byteLength":1}]}'],
    ['a negative offset', '{"message":null,"attachments":[{"type":"u8","path":[],"part":0,"offset":-8,"byteLength":1}]}'],
    ['null', 'null'],
  ];
  test.each(refused)('refuses %s', (_, text) => {
    expect(() => createDecoder()(text)).toThrow(FrameError);
  });

  const misplaced = ['["__proto__","x"]', '["constructor"]', '["absent"]', '["taken"]', '["taken","deeper"]'];
  test.each(misplaced)('refuses the attachment path %s, and touches no prototype', (path) => {
    const decode = createDecoder();
    decode(`{"message":{"taken":1,"free":null},"attachments":[{"type":"u8","path":${path},"part":0,"offset":0,"byteLength":1}]}`);
    expect(() => decode(new ArrayBuffer(8))).toThrow(FrameError);
    expect('x' in {}).toBe(false);
  });

  test('refuses bytes that are cut short, bytes out of order, and a message in place of bytes', () => {
    const { text } = encodeFrame(Float64Array.of(0.5, 1));
    const cut = createDecoder();
    cut(text);
    expect(() => cut(new ArrayBuffer(8))).toThrow(FrameError);
    expect(() => createDecoder()(new ArrayBuffer(8))).toThrow(FrameError);
    const second = createDecoder();
    second(text.replace('"part":0', '"part":1'));
    expect(() => second(new ArrayBuffer(16))).toThrow(FrameError);
    const twice = createDecoder();
    twice(text);
    expect(() => twice(text)).toThrow(FrameError);
  });
});
