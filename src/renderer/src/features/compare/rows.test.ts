import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CompareBlock, CompareRun } from '../../../../shared/model/index.ts';
import { differenceFrom, piecesOf, rowsOf } from './rows.ts';

const block = (seq: number): CompareBlock => ({
  role: 'user',
  kind: 'message',
  entries: [seq],
  tokens: { value: 1, basis: 'estimated' },
  label: '',
  tone: 'user',
});

const run = fc.record({ type: fc.constantFrom('same', 'changed', 'a', 'b'), count: fc.integer({ min: 1, max: 4 }), fold: fc.boolean() });

/** Runs as the engine numbers them. */
const laidOut = (parts: readonly { type: CompareRun['type']; count: number; fold: boolean }[]) => {
  let a = 0;
  let b = 0;
  const runs = parts.map((part): CompareRun => {
    const made = { ...part, a, b, shared: false, tokens: { counted: 0, estimated: 0 } };
    if (part.type !== 'b') a += part.count;
    if (part.type !== 'a') b += part.count;
    return made;
  });
  const blocks = [a, b].map((length) => Array.from({ length }, (_, at) => block(at + 1)));
  return { runs, blocks: [blocks[0] ?? [], blocks[1] ?? []] as [CompareBlock[], CompareBlock[]] };
};

describe('rows of a comparison', () => {
  it('show every block of both sides once, in order, where all is open', () => {
    fc.assert(
      fc.property(fc.array(run), (parts) => {
        const pair = laidOut(parts);
        const rows = rowsOf(pair, new Set(pair.runs.keys()));
        const shown = (side: 'a' | 'b') => rows.flatMap((row) => (row.type === 'pair' ? (row[side]?.entries ?? []) : []));
        expect(shown('a')).toEqual(pair.blocks[0].flatMap(({ entries }) => entries));
        expect(shown('b')).toEqual(pair.blocks[1].flatMap(({ entries }) => entries));
      }),
    );
  });

  it('hold a folded run in one line', () => {
    const pair = laidOut([
      { type: 'same', count: 3, fold: true },
      { type: 'a', count: 1, fold: false },
    ]);
    expect(rowsOf(pair, new Set())).toMatchObject([
      { type: 'fold', open: false },
      { type: 'pair', fate: 'a', b: null },
    ]);
  });

  it('are walked from one stretch of differences to the next', () => {
    const pair = laidOut([
      { type: 'same', count: 2, fold: false },
      { type: 'a', count: 2, fold: false },
      { type: 'same', count: 1, fold: false },
      { type: 'changed', count: 1, fold: false },
    ]);
    const rows = rowsOf(pair, new Set());
    expect(differenceFrom(rows, -1, 1)).toBe(2);
    expect(differenceFrom(rows, 2, 1)).toBe(5);
    expect(differenceFrom(rows, 5, 1)).toBeNull();
    expect(differenceFrom(rows, 5, -1)).toBe(2);
  });
});

describe('text on one side', () => {
  it('holds all of its own words, and nothing of the other side', () => {
    const segment = fc.record({ op: fc.constantFrom('same', 'a', 'b'), text: fc.string({ maxLength: 400 }) });
    fc.assert(
      fc.property(fc.array(segment), (segments) => {
        const own = piecesOf(segments, 'a').flatMap((piece) => (piece?.own ? [piece.text] : []));
        expect(own).toEqual(segments.filter(({ op }) => op === 'a').map(({ text }) => text));
      }),
    );
  });

  it('cuts what both have to the ends that touch a difference', () => {
    const [first, gap, last] = piecesOf(
      [
        { op: 'same', text: 'x'.repeat(500) },
        { op: 'a', text: 'new' },
      ],
      'a',
    );
    expect(first).toBeNull();
    expect(gap).toEqual({ text: 'x'.repeat(90), own: false });
    expect(last).toEqual({ text: 'new', own: true });
  });
});
