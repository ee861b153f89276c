import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MergeConflict, MergePreview } from '../../../../../shared/model/index.ts';
import { mergeRows } from './rows.ts';

const item = (from: string, id: number, newId: number) => ({
  from,
  id,
  newId,
  mark: null,
  kind: 'message',
  at: '',
  summary: `${from} ${id}`,
});
const duplicate = (from: string, id: number) => ({
  from,
  id,
  of: { from: null, id: 1 },
  by: 'digest' as const,
  kind: 'message',
  summary: '',
});
const left = (from: string, id: number) => ({ from, id, kind: 'message' });

const preview = (part: Partial<MergePreview>): MergePreview => ({
  order: [],
  duplicates: [],
  left: [],
  conflicts: [],
  mergeable: true,
  verdict: null,
  head: 100,
  ...part,
});

/** The rows as a drawing: `+` appended, `=` duplicate, `~` a fold with its count. */
const draw = (of: MergePreview, ...open: string[]): string[] =>
  mergeRows(of, new Set(open)).map((row) => {
    if (row.type === 'item') return `+ ${row.item.from} ${row.item.id}${row.conflicting ? ' !' : ''}`;
    if (row.type === 'duplicate') return `= ${row.duplicate.from} ${row.duplicate.id}`;
    if (row.type === 'left') return `~ ${row.from} ${row.entries.length}`;
    return row.type === 'left-entry' ? `  ${row.entry.id}` : '! conflict';
  });

describe('the rows of a merge preview', () => {
  it('put what is not appended where it would have been', () => {
    const of = preview({
      order: [item('a', 2, 101), item('b', 1, 102), item('a', 6, 103)],
      duplicates: [duplicate('a', 1), duplicate('b', 2)],
      left: [left('a', 3), left('a', 4), left('a', 7)],
    });
    expect(draw(of)).toEqual(['= a 1', '+ a 2', '+ b 1', '~ a 2', '+ a 6', '~ a 1', '= b 2']);
    expect(draw(of, 'left a 3').slice(3, 6)).toEqual(['~ a 2', '  3', '  4']);
  });

  it('put conflicts first, and mark the entries that are in one', () => {
    const conflict: MergeConflict = {
      type: 'anchor',
      key: 'plan',
      sides: [
        { from: null, id: 90, value: '' },
        { from: 'a', id: 2, value: '' },
      ],
      sentence: 'Both opened an anchor plan.',
    };
    expect(draw(preview({ order: [item('a', 1, 101), item('a', 2, 102)], conflicts: [conflict] }))).toEqual([
      '! conflict',
      '+ a 1',
      '+ a 2 !',
    ]);
  });

  it('show each entry of the forks exactly once, whatever becomes of it, and keep the order', () => {
    const fate = fc.constantFrom('order', 'duplicate', 'left');
    const forks = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fate), { maxLength: 40 });
    fc.assert(
      fc.property(forks, (drawn) => {
        const next: Record<string, number> = {};
        const all = drawn.map(([from, become]) => {
          next[from] = (next[from] ?? 0) + 1;
          return { from, id: next[from], become };
        });
        const of = preview({
          order: all.filter((one) => one.become === 'order').map(({ from, id }, index) => item(from, id, 101 + index)),
          duplicates: all.filter((one) => one.become === 'duplicate').map(({ from, id }) => duplicate(from, id)),
          left: all.filter((one) => one.become === 'left').map(({ from, id }) => left(from, id)),
        });
        const rows = mergeRows(of, new Set());
        const shown = rows.flatMap((row) => {
          if (row.type === 'item') return [`${row.item.from} ${row.item.id}`];
          if (row.type === 'duplicate') return [`${row.duplicate.from} ${row.duplicate.id}`];
          return row.type === 'left' ? row.entries.map(({ from, id }) => `${from} ${id}`) : [];
        });
        expect(shown.toSorted()).toEqual(all.map(({ from, id }) => `${from} ${id}`).toSorted());
        expect(rows.flatMap((row) => (row.type === 'item' ? [row.item.newId] : []))).toEqual(of.order.map(({ newId }) => newId));
      }),
    );
  });
});
