import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sealBytes } from '../database/seal.ts';
import { layout, openPages, PAGE } from './columns.ts';
import { createHashBits } from './hash-set.ts';

const shape = layout({ kind: 'u8', time: 'f64', line: 'u32', step: 'u16', depth: 'i32' });

describe('a page as it is stored', () => {
  it('is read back as it was, and takes the bytes of its rows alone', () => {
    const row = fc.record({
      kind: fc.integer({ min: 0, max: 255 }),
      time: fc.oneof(fc.double(), fc.constant(Number.NaN), fc.constant(0)),
      line: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
      step: fc.integer({ min: 0, max: 65535 }),
      depth: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
    });
    fc.assert(
      fc.property(fc.array(row, { maxLength: PAGE }), (rows) => {
        const page = new ArrayBuffer(shape.bytes);
        const cols = shape.views(page);
        rows.forEach((one, at) => {
          for (const name of ['kind', 'time', 'line', 'step', 'depth'] as const) cols[name][at] = one[name];
        });
        const data = shape.pack(page);
        // The rows, and four bytes of checksum.
        expect(data.length).toBeLessThanOrEqual((shape.bytes / PAGE) * rows.length + 4);
        expect(new Uint8Array(shape.unpack(data))).toEqual(new Uint8Array(page));
      }),
    );
  });

  it('is refused where its length is that of no page', () => {
    expect(() => shape.unpack(sealBytes(new Uint8Array(shape.bytes / PAGE + 1)))).toThrow('are no page');
    expect(() => shape.unpack(sealBytes(new Uint8Array(shape.bytes * 2)))).toThrow('are no page');
  });

  it('is refused where one bit of it is another', () => {
    const data = shape.pack(new Uint8Array(shape.bytes).fill(7).buffer);
    data[11] = (data[11] ?? 0) ^ 4;
    expect(() => shape.unpack(data)).toThrow('bytes in it are not what was written');
  });
});

describe('what links a tape', () => {
  it('runs the code that was compiled for the tape before', () => {
    const [one, another] = [openPages(shape, () => ({})), openPages(shape, () => ({}))];
    for (const name of ['at', 'text', 'flush', 'forget'] as const) expect(one[name]).toBe(another[name]);
    expect(createHashBits().add).toBe(createHashBits().add);
  });
});
