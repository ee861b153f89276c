import fc from 'fast-check';
import { dump } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import type { Json } from '../formats/values.ts';
import { yamlDocuments, yamlItem, yamlList, yamlParts } from './yaml-documents.ts';

const WORDS = [
  '- and',
  'oars: 2',
  '---',
  '# none',
  '"',
  "'",
  '\n',
  '\n- kind: x\n',
  ' ',
  '&x',
  '*x',
  '|',
  'weir',
  'é',
  '\t',
  '12',
  'null',
  '%',
  '\r\n',
];
const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 6 }).map((words) => words.join(''));
const step = fc.record({
  kind: text,
  content: text,
  metadata: fc.dictionary(text, text, { maxKeys: 2 }),
  list: fc.array(text, { maxLength: 2 }),
});
const tape = fc.record({ metadata: fc.record({ id: text }), steps: fc.array(step, { minLength: 1, maxLength: 4 }), after: text });
const style = fc.record({ noArrayIndent: fc.boolean(), lineWidth: fc.constantFrom(-1, 20, 80), forceQuotes: fc.boolean() });

const wholeOf = (file: string): Json[] => yamlParts(file).flatMap((part) => yamlDocuments(part).map(({ value }) => value));

const byItems = (file: string): Json[] =>
  yamlParts(file).flatMap((part) => {
    const list = yamlList(part, 'steps');
    if (list === undefined) return yamlDocuments(part).map(({ value }) => value);
    return [{ ...(list.rest as object), steps: list.items.map((item) => yamlItem(item).value) }];
  });

const LATER = `---
metadata: {id: t1}
steps:
- kind: user
  content: Where is the boat?
- kind: assistant
  content: "By the weir.
- kind: user
  content: And the oars?
`;

describe('documents of YAML', () => {
  it('say the same read item by item as read whole, and as they were written', () => {
    fc.assert(
      fc.property(fc.array(tape, { minLength: 1, maxLength: 3 }), style, (tapes, options) => {
        const file = tapes.map((one) => `---\n${dump(one, options)}`).join('');
        expect(byItems(file)).toEqual(tapes);
        expect(wholeOf(file)).toEqual(tapes);
      }),
    );
  });

  it('have one item with a mistake, whose line is named, between two that can be read', () => {
    const [, second] = yamlParts(`${LATER}${LATER}`).filter(({ text: part }) => part !== '');
    const items = yamlList(second ?? { text: '', lines: 0, share: 1 }, 'steps')?.items.map(yamlItem);
    expect(items?.map(({ mistake }) => mistake)).toEqual([null, expect.stringMatching(/^line 1[67]: /), null]);
    expect(items?.[2]?.value).toEqual({ kind: 'user', content: 'And the oars?' });
  });

  it('are read whole where an item repeats what is in another', () => {
    const file = 'metadata: {id: t1}\nsteps:\n- &asked {kind: user}\n- *asked\n';
    expect(yamlParts(file).map((part) => yamlList(part, 'steps'))).toEqual([undefined]);
    expect(byItems(file)).toEqual([{ metadata: { id: 't1' }, steps: [{ kind: 'user' }, { kind: 'user' }] }]);
  });

  it('have each its own text, whatever looks like a mark in it', () => {
    expect(wholeOf('--- a\n---\nb\n--- # c\n----\n')).toEqual(['a', 'b', '----']);
    expect(wholeOf('%YAML 1.2\n---\na: 1\n...\n%YAML 1.2\n---\nb: 2\n')).toEqual([{ a: 1 }, { b: 2 }]);
  });

  it('make words of what a tag names, and nothing of what has no end in JSON', () => {
    expect(wholeOf('a: !!python/tuple [ls]\nb: !pilot {c: .inf}\nd: 2026-01-05\n')).toEqual([
      { a: ['ls'], b: { c: null }, d: '2026-01-05' },
    ]);
  });
});
