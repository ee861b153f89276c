import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StateNode, StatePath } from '../../../../shared/model/index.ts';
import { foldedAbove, pathKey, pathText, rowsOf } from './tree.ts';

const leaf = (path: StatePath): StateNode => ({
  ...{ path, type: 'string', text: '"x"', chars: 3, count: 0, open: false, ref: null, change: null, before: null },
});
const node = (path: StatePath, count: number, open: boolean): StateNode => ({ ...leaf(path), type: 'object', text: '', count, open });
const none = { inside: new Map<string, StateNode[]>(), folded: new Set<string>() };

describe('the tree of a state', () => {
  const nodes = [node([], 2, true), node(['a'], 1, true), leaf(['a', 'b']), node(['c'], 3, false), leaf(['d'])];

  it('leaves out what stands in a folded value, and nothing else', () => {
    const rows = rowsOf(nodes, { ...none, folded: new Set([pathKey(['a'])]) });
    expect(rows.map(({ path }) => pathText(path))).toEqual(['', 'a', 'c', 'd']);
  });

  it('puts what was fetched in where it belongs', () => {
    const inside = new Map([[pathKey(['c']), [node(['c'], 3, true), leaf(['c', 'x']), node(['c', 'y'], 2, false)]]]);
    const rows = rowsOf(nodes, { ...none, inside });
    expect(rows.map(({ path }) => pathText(path))).toEqual(['', 'a', 'a.b', 'c', 'c.x', 'c.y', 'd']);
    expect(foldedAbove(rows, ['c', 'y', 'z'])?.path).toEqual(['c', 'y']);
    expect(foldedAbove(rows, ['a', 'b'])).toBeNull();
  });

  it('draws every value once where nothing is folded', () => {
    const keys = fc.array(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 4 });
    fc.assert(
      fc.property(fc.uniqueArray(keys, { selector: pathKey }), (paths) => {
        const all = [[], ...paths.filter((path) => path.length > 0)];
        const sorted = all.toSorted((a, b) => (pathKey(a) < pathKey(b) ? -1 : 1)).map((path) => node(path, 1, true));
        expect(rowsOf(sorted, none)).toHaveLength(all.length);
      }),
    );
  });
});

describe('a path in words', () => {
  it('reads as code does', () => {
    expect(pathText(['next_steps', 0])).toBe('next_steps[0]');
    expect(pathText(['odd key', 'x', '__proto__'])).toBe('["odd key"].x.__proto__');
  });
});
