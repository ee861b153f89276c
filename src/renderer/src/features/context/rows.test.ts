import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block, Omission } from '../../../../shared/model/index.ts';
import { type Heights, indexAt, indexOf, omissionKey, type Row, rowAt, rowHolding, rowsOf, type Shown, seqAt, spanOf } from './rows.ts';
import { stopAfter } from './useActive.ts';

const heights: Heights = { warnings: 61, rest: 34, block: 50, omission: 42, event: 25, entry: 26 };

const block = (seq: number): Block => ({
  role: 'user',
  kind: 'message',
  entries: [seq],
  tokens: { value: 1, basis: 'estimated' },
  label: '',
  tone: 'user',
});

const omission = (entries: [number, number][], after: number): Omission => ({
  entries,
  count: entries.reduce((sum, [first, last]) => sum + last - first + 1, 0),
  reason: 'compacted',
  note: '',
  byKind: {},
  after,
  tokens: null,
});

/** A context drawn as a line: `.` a block, `[3]` an omission of three entries, `(3)` an opened one. */
const shownOf = (drawing: string, head: Partial<Shown> = {}): Shown => {
  const blocks: Block[] = [];
  const omissions: Omission[] = [];
  const open = new Set<string>();
  let seq = 1;
  for (const [part, , size] of drawing.matchAll(/\.|([[(])(\d+)[\])]/g)) {
    if (part === '.') blocks.push(block(seq++));
    else {
      const left = omission([[seq, seq + Number(size) - 1]], blocks.length);
      seq += Number(size);
      omissions.push(left);
      if (part.startsWith('(')) open.add(omissionKey(left));
    }
  }
  return { blocks, omissions, events: [], open, warnings: false, rest: false, ...head };
};

const drawn = (row: Row | undefined): string => {
  if (row === undefined) return '?';
  if (row.type === 'block') return `b${row.index}`;
  if (row.type === 'omission') return `o${row.index}`;
  if (row.type === 'event') return `e${row.index}`;
  return row.type === 'entry' ? `#${row.seq}` : row.type;
};

const list = (shown: Shown): string[] => {
  const rows = rowsOf(shown, heights);
  return Array.from({ length: rows.count }, (_, index) => drawn(rowAt(rows, index)));
};

const drawing = fc
  .array(
    fc.oneof(
      fc.constant('.'),
      fc.nat(6).map((size) => `[${size + 1}]`),
      fc.nat(6).map((size) => `(${size + 1})`),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

describe('the rows of a context', () => {
  it('are in the order the model read them, omissions in place', () => {
    expect(list(shownOf('[9]..[2].'))).toEqual(['o0', 'b0', 'b1', 'o1', 'b2']);
    expect(list(shownOf('..(3)', { warnings: true, rest: true }))).toEqual(['warnings', 'rest', 'b0', 'b1', 'o0', '#3', '#4', '#5']);
  });

  it('have what changed the size in its place, after what was left out there', () => {
    expect(list(shownOf('[9].(1).', { events: [{ after: 0 }, { after: 1 }, { after: 2 }] }))).toEqual([
      ...['o0', 'e0', 'b0', 'o1', '#11', 'e1', 'b1', 'e2'],
    ]);
  });

  it('lose nothing: each block, each omission and each entry of an opened one is one row', () => {
    fc.assert(
      fc.property(drawing, (text) => {
        const shown = shownOf(text);
        const rows = rowsOf(shown, heights);
        const opened = shown.omissions.filter((left) => shown.open.has(omissionKey(left)));
        expect(rows.count).toBe(shown.blocks.length + shown.omissions.length + opened.reduce((sum, left) => sum + left.count, 0));
        const names = list(shown);
        expect(new Set(names).size).toBe(names.length);
        const seqs = names.flatMap((name) =>
          name.startsWith('#') ? [Number(name.slice(1))] : name.startsWith('b') ? (shown.blocks[Number(name.slice(1))]?.entries ?? []) : [],
        );
        expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
      }),
    );
  });

  it('follow each other without a gap, and are found again by pixel and by entry', () => {
    fc.assert(
      fc.property(drawing, (text) => {
        const shown = shownOf(text, { warnings: true });
        const rows = rowsOf(shown, heights);
        let top = 0;
        for (let index = 0; index < rows.count; index++) {
          const span = spanOf(rows, index);
          expect(span.top).toBe(top);
          expect(indexAt(rows, top)).toBe(index);
          expect(indexAt(rows, top + span.height - 1)).toBe(index);
          top += span.height;
          const row = rowAt(rows, index);
          if (row?.type === 'entry') expect(indexOf(rows, row.seq)).toBe(index);
          if (row?.type === 'block') expect(indexOf(rows, shown.blocks[row.index]?.entries[0] ?? 0)).toBe(index);
        }
        expect(rows.height).toBe(top);
      }),
    );
  });

  it('lead from an entry that is left out to the closed omission that holds it', () => {
    const rows = rowsOf(shownOf('.[5].'), heights);
    expect(indexOf(rows, 4)).toBe(1);
    expect(indexOf(rows, 99)).toBeNull();
  });

  it('cost a handful of parts however many entries are opened', () => {
    const left = omission([[1, 1_000_000]], 0);
    const rows = rowsOf(
      { blocks: [block(1_000_001)], omissions: [left], events: [], open: new Set([omissionKey(left)]), warnings: false, rest: false },
      heights,
    );
    expect(rows.parts.length).toBe(3);
    expect(rows.count).toBe(1_000_002);
    expect(drawn(rowAt(rows, 777_778))).toBe('#777778');
  });

  it('count the entries of an omission over all its ranges', () => {
    const left = omission(
      [
        [3, 5],
        [9, 9],
        [20, 24],
      ],
      0,
    );
    expect(Array.from({ length: 9 }, (_, at) => seqAt(left, at))).toEqual([3, 4, 5, 9, 20, 21, 22, 23, 24]);
  });
});

describe('what is new', () => {
  it('is found block by block, and from the top again', () => {
    const rows = rowsOf(shownOf('..(7)..'), heights);
    const news = new Set([2, 11]);
    expect(rowHolding(rows, news, null)).toBe(indexOf(rows, 2));
    expect(rowHolding(rows, news, indexOf(rows, 2))).toBe(indexOf(rows, 11));
    expect(rowHolding(rows, news, indexOf(rows, 11))).toBe(indexOf(rows, 2));
    expect(rowHolding(rows, new Set([5]), null)).toBeNull();
  });
});

describe('moving by key', () => {
  it('stops at blocks, omissions and entries, and passes over what is only told', () => {
    const rows = rowsOf(shownOf('[9].', { warnings: true, rest: true, events: [{ after: 1 }] }), heights);
    expect(stopAfter(rows, null, 1)).toBe(2);
    expect(stopAfter(rows, 2, 1)).toBe(3);
    expect(stopAfter(rows, 3, 1)).toBeNull();
    expect(stopAfter(rows, 2, -1)).toBeNull();
    expect(stopAfter(rows, null, -1)).toBe(3);
  });
});
