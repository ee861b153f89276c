import fc from 'fast-check';
import { expect, it } from 'vitest';
import { claimsIn } from './claims.ts';

it('takes prose apart into sentences, and neither paths nor abbreviations nor code', () => {
  expect(claimsIn('We changed src/errors/map.ts. See e.g. the table, i.e. v2.1.0 of it! Dr. Smith agreed. Use `a. B. c` now.')).toEqual([
    'We changed src/errors/map.ts.',
    'See e.g. the table, i.e. v2.1.0 of it!',
    'Dr. Smith agreed.',
    'Use `a. B. c` now.',
  ]);
});

it('keeps the number of a point in a line with the point', () => {
  expect(claimsIn('Still open: 1. Convert the archive. 2. Plan anew, at step 3. 4. CHANGELOG and README.')).toEqual([
    'Still open: 1. Convert the archive.',
    '2. Plan anew, at step 3.',
    '4. CHANGELOG and README.',
  ]);
});

it('keeps what closes a bold sentence with it, and takes a bold beginning for the name of what follows', () => {
  expect(claimsIn('**What she asked.** Find out why. It was **very late.** Then it stopped.')).toEqual([
    'Find out why.',
    'It was **very late.**',
    'Then it stopped.',
  ]);
});

it('reads Markdown: items are claims of their own, headings and rules are none, code stays whole', () => {
  const text = [
    '## What was done',
    '',
    'The limit moved',
    'to the outbox.',
    '- **My answer**:',
    '',
    'Key files:',
    '- first item. With a second sentence',
    '  that goes on',
    '2. [x] numbered',
    '---',
    '```ts',
    'const a = 1. ;',
    '',
    'run();',
    '```',
    '> quoted words',
    '| name | value |',
    '|------|-------|',
    '| limit | nine |',
  ].join('\n');
  expect(claimsIn(text)).toEqual([
    'The limit moved to the outbox.',
    'first item.',
    'With a second sentence that goes on',
    'numbered',
    'const a = 1. ;\n\nrun();',
    'quoted words',
    '| name | value |',
    '| limit | nine |',
  ]);
});

it('reads scripts without blanks, and a fence that nobody closed', () => {
  expect(claimsIn('これは一つ。それは二つ。')).toEqual(['これは一つ。', 'それは二つ。']);
  expect(claimsIn('Before.\n~~~\ncode goes on')).toEqual(['Before.', 'code goes on']);
  expect(claimsIn(' \n# only a heading\n***\n')).toEqual([]);
});

it('loses no word of prose, whatever is in it', () => {
  const word = fc.constantFrom('limit', 'src/a.ts', 'e.g.', '`x. Y`', 'Nine.', 'v1.2.', 'so!', 'Really?', '2.', 'open: 1.');
  fc.assert(
    fc.property(fc.array(word, { maxLength: 20 }), (words) => {
      // A number at the beginning of a line would be that of an item.
      const text = ['limit', ...words].join(' ');
      expect(claimsIn(text).join(' ')).toBe(text);
    }),
  );
});
