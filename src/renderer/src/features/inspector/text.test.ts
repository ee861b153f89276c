import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupLinks } from './labels.ts';
import { fieldsOf } from './PartView.tsx';
import { indented, shownAt } from './text.ts';

describe('long texts', () => {
  it('come by stages that grow and end with the text', () => {
    const text = 'x'.repeat(100_000);
    expect([0, 1, 2, 3].map((stage) => shownAt(text, stage))).toEqual([6000, 24_000, 96_000, 100_000]);
  });

  it('never end within a character', () => {
    const pair = fc.tuple(fc.integer({ min: 5990, max: 6005 }), fc.integer({ min: 1, max: 20 }));
    fc.assert(
      fc.property(pair, ([before, smiles]) => {
        const text = 'x'.repeat(before) + '🙂'.repeat(smiles);
        expect(text.slice(0, shownAt(text, 0)).isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('JSON', () => {
  it('is indented where it is whole', () => {
    expect(indented('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
    expect(indented('{"a":[1')).toBeNull();
  });
});

describe('links', () => {
  it('are grouped by what they say, parents first, and none is lost', () => {
    const groups = groupLinks([
      { relation: 'call', seq: 3, label: '#3' },
      { relation: 'child', seq: 9, label: '#9' },
      { relation: 'parent', seq: 2, label: '#2' },
      { relation: 'child', seq: 8, label: '#8' },
    ]);
    expect(groups.map(({ name, links }) => `${name} ${links.length}`)).toEqual(['parent 1', 'children 2', 'answers 1']);
  });
});

describe('what a tool was called with', () => {
  it('is its arguments one by one, with texts as they are', () => {
    expect(fieldsOf('{"path":"a.ts","code":"one\\ntwo","limit":3,"list":[1]}')).toEqual([
      { name: 'path', text: 'a.ts', inline: true },
      { name: 'code', text: 'one\ntwo', inline: false },
      { name: 'limit', text: '3', inline: true },
      { name: 'list', text: '[\n  1\n]', inline: false, value: [1] },
    ]);
  });

  it('is left as it is where it is not an object', () => {
    expect([fieldsOf('[1]'), fieldsOf('null'), fieldsOf('{"cut'), fieldsOf('3')]).toEqual([null, null, null, null]);
  });
});
