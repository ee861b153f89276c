import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { appendIds, decodeIds, encodeIds, idAt } from './id-column.ts';

const uuid = fc.uuid();
const ids = fc.oneof(fc.array(fc.option(uuid)), fc.array(fc.option(fc.string())), fc.array(fc.option(fc.oneof(uuid, fc.string()))));

describe('ids of rows', () => {
  it('come back as they were, one by one and together', () => {
    fc.assert(
      fc.property(ids, (given) => {
        const column = encodeIds(given);
        for (const [row, id] of given.entries()) expect(idAt(column, row)).toBe(id);
        if (column !== null) expect(decodeIds(column)).toEqual(given);
      }),
    );
  });

  it('can be appended to, whatever they look like', () => {
    fc.assert(
      fc.property(ids, ids, (before, more) => {
        const joined = appendIds(encodeIds(before), before.length, encodeIds(more), 0, more.length);
        for (const [row, id] of [...before, ...more].entries()) expect(idAt(joined, row)).toBe(id);
      }),
    );
  });

  it('are parsed once for many looks', () => {
    const column = encodeIds(Array.from({ length: 1000 }, (_, row) => `node-${row}-${Math.PI}`));
    const parse = vi.spyOn(JSON, 'parse');
    for (let row = 0; row < 1000; row++) idAt(column, row);
    expect(parse.mock.calls.length).toBeLessThanOrEqual(1);
    parse.mockRestore();
  });
});
