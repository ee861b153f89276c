import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StateNode } from '../../../shared/model/handoff.ts';
import type { Json } from '../formats/format.ts';
import { createComparison } from './compare-states.ts';
import { lengthsOf, textOf } from './json-text.ts';
import { findInState, treeOf, valueAt } from './state-tree.ts';

const ALL = { path: [], limit: 100_000 };
const whole = (now: Json, was?: Json) => treeOf(now, { ...ALL, ...(was !== undefined && { against: { value: was } }) });
const line = ({ path, change, text, before }: StateNode): string =>
  `${change} ${path.join('.')} ${before === null ? '' : `${before} → `}${text}`;

/** JSON as a log can hold it, `__proto__` and all; parsed, so that every key is an own one. */
const anyState = fc
  .letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constantFrom(null, true, 0, 1, 'a', 'b', ''),
      fc.array(tie('value'), { maxLength: 5 }),
      fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', '1'), tie('value'), { maxKeys: 4 }),
    ),
  }))
  .value.map((value): Json => JSON.parse(JSON.stringify(value)));

describe('the tree of a state', () => {
  it('has every value once, in reading order', () => {
    const { nodes, more } = whole({ summary: 'done', next: ['a', { b: null }], empty: [] });
    expect(nodes.map(({ path, type, text, count, open }) => [path.join('.'), type, text, count, open])).toEqual([
      ['', 'object', '', 3, true],
      ['summary', 'string', '"done"', 0, false],
      ['next', 'array', '', 2, true],
      ['next.0', 'string', '"a"', 0, false],
      ['next.1', 'object', '', 1, true],
      ['next.1.b', 'null', 'null', 0, false],
      ['empty', 'array', '', 0, false],
    ]);
    expect(more).toBe(0);
  });

  it('keeps to the limit: what does not fit stays closed and can be asked for', () => {
    const state: Json = { a: Array.from({ length: 50 }, (_, at) => at), b: 1 };
    const { nodes, more } = treeOf(state, { path: [], limit: 10 });
    expect(nodes.map(({ path, open, count }) => [path.join('.'), open, count])).toEqual([
      ['', true, 2],
      ['a', false, 50],
      ['b', false, 0],
    ]);
    expect(more).toBe(50);
    const inside = treeOf(state, { path: ['a'], limit: 10 });
    expect(inside.nodes).toHaveLength(10);
    expect(inside.nodes[1]?.path).toEqual(['a', 0]);
    expect(inside.more).toBe(41);
  });

  it('counts as many characters as the value has as JSON', () => {
    fc.assert(fc.property(anyState, (state) => void expect(lengthsOf(state)(state)).toBe(JSON.stringify(state).length)));
    fc.assert(
      fc.property(anyState, (state) => void expect(textOf(state, 1e6)).toBe(typeof state === 'string' ? state : JSON.stringify(state))),
    );
  });
});

describe('a state against another', () => {
  it('says by key what was added, removed and changed; what was removed stays where it was', () => {
    const { nodes, changes } = whole(
      { phase: 'implement', next: ['test'], owner: 'agent' },
      { phase: 'discovery', gone: 1, next: ['test'], owner: 'agent' },
    );
    expect(nodes.map(line)).toEqual([
      'changed  ',
      'changed phase "discovery" → "implement"',
      'removed gone 1',
      'same next ',
      'same next.0 "test"',
      'same owner "agent"',
    ]);
    expect(changes).toEqual({ added: 0, removed: 1, changed: 1 });
  });

  it('does not take an array apart because one was put at its front', () => {
    const { nodes, changes } = whole(['new', 'a', 'b', 'c'], ['a', 'b', 'c']);
    expect(nodes.slice(1).map(({ change }) => change)).toEqual(['added', 'same', 'same', 'same']);
    expect(changes).toEqual({ added: 1, removed: 0, changed: 0 });
    expect(whole(['a', 'c'], ['a', 'b', 'c']).nodes.map(line)).toEqual(['changed  ', 'same 0 "a"', 'removed 1 "b"', 'same 1 "c"']);
  });

  it('is the same as itself in everything', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const { nodes, changes } = whole(state, structuredClone(state));
        expect(nodes.every(({ change }) => change === 'same')).toBe(true);
        expect(changes).toEqual({ added: 0, removed: 0, changed: 0 });
      }),
    );
  });

  it('tells both states: its pairs make up the one and the other', () => {
    fc.assert(
      fc.property(anyState, anyState, (now, was) => {
        expect(side(now, was, 'now')).toEqual(now);
        expect(side(now, was, 'was')).toEqual(was);
        const { nodes } = whole(now, was);
        expect(new Set(nodes.map(({ path }) => JSON.stringify(path))).size).toBe(nodes.length);
      }),
    );
  });
});

/** One of two states, made of nothing but the pairs of both. */
const side = (now: Json, was: Json, wanted: 'now' | 'was'): Json => {
  const whole = wanted === 'now' ? now : was;
  const pairs = createComparison().pairs(now, was);
  if (pairs.length === 0) return whole;
  const mine = pairs.filter((pair) => pair[wanted] !== undefined);
  const values = mine.map((pair): [string | number, Json] => {
    const value = pair[wanted] ?? null;
    return [pair.key, pair.now === undefined || pair.was === undefined ? value : side(pair.now, pair.was, wanted)];
  });
  return Array.isArray(whole) ? values.map(([, value]) => value) : Object.fromEntries(values);
};

it('of a value that holds many, is told page by page: all pages make the whole', () => {
  const page = fc.integer({ min: 2, max: 7 });
  fc.assert(
    fc.property(
      fc.array(fc.integer(), { maxLength: 30 }),
      fc.array(fc.integer(), { maxLength: 30 }),
      page,
      fc.boolean(),
      (now, was, limit, compared) => {
        const options = { path: [], ...(compared && { against: { value: was } }) };
        const inside = ({ nodes }: ReturnType<typeof treeOf>) => nodes.slice(1).map(({ path, text, change }) => ({ path, text, change }));
        const all = inside(treeOf(now, { ...options, limit: 1000 }));
        const paged = [];
        for (let from = 0; from < all.length; from = paged.length) {
          const told = treeOf(now, { ...options, from, limit });
          expect(told.more).toBe(Math.max(0, all.length - from - (limit - 1)));
          paged.push(...inside(told));
        }
        expect(paged).toEqual(all);
      },
    ),
  );
  expect(treeOf([1], { path: [], from: 9, limit: 5 })).toMatchObject({ nodes: [{ count: 1, open: false }], more: 0 });
});

it('marks the same at any depth, however little of it was told at first', () => {
  fc.assert(
    fc.property(anyState, anyState, fc.integer({ min: 2, max: 6 }), (now, was, limit) => {
      const all = whole(now, was).nodes;
      expect(unfolded(now, was, [], limit).map(line)).toEqual(all.map(line));
      for (const { path, type, text, chars } of all) {
        const value = JSON.stringify(valueAt(now, path, { value: was }));
        expect(type === 'object' || type === 'array' ? value.length : value).toBe(type === 'object' || type === 'array' ? chars : text);
      }
    }),
  );
});

/** The nodes of a tree as a reader gets them who unfolds everything, page by page. */
const unfolded = (now: Json, was: Json, path: StateNode['path'], limit: number): StateNode[] => {
  const nodes: StateNode[] = [];
  let count = 1;
  for (let from = 0; from < count || from === 0; ) {
    const page = treeOf(now, { path, limit, from, against: { value: was } });
    const [head, ...inside] = page.nodes;
    if (!head) throw new Error('The value itself is always told.');
    if (from === 0) nodes.push(head);
    count = head.count;
    const direct = inside.filter((node) => node.path.length === path.length + 1);
    for (const node of direct) {
      if (node.count > 0) nodes.push(...unfolded(now, was, node.path, limit));
      else nodes.push(node);
    }
    from += Math.max(1, direct.length);
  }
  return nodes;
};

describe('hostile states', () => {
  it('may be nested 10,000 deep', () => {
    const deep = (end: string): Json => JSON.parse(`${'{"a":['.repeat(5000)}${end}${']}'.repeat(5000)}`);
    const { nodes } = treeOf(deep('"x"'), { path: [], limit: 5000 });
    expect(nodes.length).toBe(201);
    expect(nodes.at(-1)).toMatchObject({ open: false, count: 1 });
    const compared = whole(deep('"x"'), deep('"y"'));
    expect(compared.changes).toEqual({ added: 0, removed: 0, changed: 1 });
    expect(findInState(deep('"x"'), 'x', 10)).toMatchObject({ total: 1, paths: [expect.any(Array)] });
    expect(textOf(deep('"x"'), 1e6)).toHaveLength(5000 * 8 + 3 - 0);
  });

  it('may have keys that objects have by nature', () => {
    const state: Json = JSON.parse('{"__proto__":{"a":1},"constructor":2,"toString":{"__proto__":null}}');
    const { nodes } = whole(state);
    expect(nodes.map(({ path }) => path.join('.'))).toEqual([
      '',
      '__proto__',
      '__proto__.a',
      'constructor',
      'toString',
      'toString.__proto__',
    ]);
    expect(valueAt(state, ['__proto__', 'a'], undefined)).toBe(1);
    expect(() => valueAt({}, ['__proto__'], undefined)).toThrow('no such value');
    expect(whole(state, {}).changes).toEqual({ added: 3, removed: 0, changed: 0 });
    expect(whole({}, state).nodes.map(({ change }) => change)).toEqual(['changed', 'removed', 'removed', 'removed', 'removed', 'removed']);
  });

  it('may hold megabytes in one string, and hundreds of thousands of values', () => {
    const text = 'ä"\n'.repeat(1_700_000);
    const { nodes } = whole({ text });
    expect(nodes[1]?.text.length).toBe(2000);
    expect(nodes[1]?.chars).toBe(JSON.stringify(text).length);
    const many = Array.from({ length: 200_000 }, (_, at) => at);
    expect(treeOf(many, { path: [], limit: 1000 })).toMatchObject({ more: 199_001 });
    const few = (now: Json) => treeOf(now, { path: [], limit: 100, against: { value: many } }).changes;
    expect(few([-1, ...many])).toEqual({ added: 1, removed: 0, changed: 0 });
    expect(few(many.toReversed())).toEqual({ added: 199_999, removed: 199_999, changed: 0 });
  });
});

describe('finding in a state', () => {
  it('looks at keys and values, whatever their case, and counts beyond the limit', () => {
    const state: Json = { Summary: 'x', list: ['summary of all', 7], n: 17 };
    expect(findInState(state, 'SUMMARY', 10)).toEqual({ paths: [['Summary'], ['list', 0]], total: 2 });
    expect(findInState(state, '7', 1)).toEqual({ paths: [['list', 1]], total: 2 });
  });
});
