import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StateNode, StatePath } from '../../../../shared/model/index.ts';
import { foldedAbove, gapBefore, type Page, pathKey, pathText, rowKey, rowsOf, type Unfolded, withPage } from './tree.ts';

const leaf = (path: StatePath): StateNode => ({
  ...{ path, type: 'string', text: '"x"', chars: 3, count: 0, open: false, ref: null, change: null, before: null },
});
const node = (path: StatePath, count: number, open: boolean): StateNode => ({ ...leaf(path), type: 'object', text: '', count, open });
const page = (nodes: StateNode[], from = 0): Page => ({ from, nodes });
const known = (...pages: Page[]): Unfolded =>
  pages.reduce<Unfolded>((all, one) => withPage(all, one.nodes[0]?.path ?? [], one), { inside: new Map(), folded: new Set() });
const texts = (unfolded: Unfolded): string[] =>
  rowsOf(unfolded).map(({ path, gap }) => (gap ? `${pathText(gap.path)} +${gap.count} from ${gap.from}` : pathText(path)));

describe('the tree of a state', () => {
  const whole = page([node([], 3, true), node(['a'], 1, true), leaf(['a', 'b']), node(['c'], 3, false), leaf(['d'])]);

  it('leaves out what is in a folded value, and nothing else', () => {
    expect(texts({ ...known(whole), folded: new Set([pathKey(['a'])]) })).toEqual(['a', 'c', 'd']);
  });

  it('puts what was fetched in where it belongs', () => {
    const unfolded = known(whole, page([node(['c'], 2, true), leaf(['c', 'x']), node(['c', 'y'], 2, false)]));
    expect(texts(unfolded)).toEqual(['a', 'a.b', 'c', 'c.x', 'c.y', 'd']);
    expect(foldedAbove(rowsOf(unfolded), ['c', 'y', 'z'])?.path).toEqual(['c', 'y']);
    expect(foldedAbove(rowsOf(unfolded), ['a', 'b'])).toBeNull();
    expect(gapBefore(rowsOf(unfolded), ['c', 'nowhere'])).toBeNull();
  });

  it('has a row for each run of values that was not fetched, and leads to it', () => {
    const list = (from: number, to: number) =>
      page([node(['c'], 9, true), ...Array.from({ length: to - from }, (_, at) => leaf(['c', from + at]))], from);
    const unfolded = known(whole, list(0, 2), list(5, 7));
    expect(texts(unfolded)).toEqual(['a', 'a.b', 'c', 'c[0]', 'c[1]', 'c +3 from 2', 'c[5]', 'c[6]', 'c +2 from 7', 'd']);
    expect(gapBefore(rowsOf(unfolded), ['c', 3, 'name'])).toEqual({ path: ['c'], from: 3, count: 2 });
    expect(gapBefore(rowsOf(unfolded), ['c', 8])).toMatchObject({ from: 8, count: 1 });
    expect(gapBefore(rowsOf(unfolded), ['c', 'key'])).toMatchObject({ from: 2 });
    expect(new Set(rowsOf(unfolded).map(rowKey)).size).toBe(10);
  });

  it('draws every value once where nothing is folded', () => {
    const keys = fc.array(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 4 });
    fc.assert(
      fc.property(fc.uniqueArray(keys, { selector: pathKey }), (paths) => {
        const inner = paths.filter((path) => path.length > 0).toSorted((a, b) => (pathKey(a) < pathKey(b) ? -1 : 1));
        const first = inner.filter((path) => path.length === 1).length;
        const rows = rowsOf(known(page([node([], first, true), ...inner.map((path) => node(path, 1, true))])));
        expect(rows).toHaveLength(inner.length);
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
