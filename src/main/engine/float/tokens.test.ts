import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, it } from 'vitest';
import { loadCounter } from './tokens.ts';

const count = await loadCounter();

it('counts line by line what the tokenizer counts in the whole', () => {
  const part = fc.constantFrom(
    '\n',
    '\r\n',
    '\r',
    ' ',
    '\t',
    '/',
    '//',
    '-',
    '*',
    "'s",
    'a',
    'Word',
    '42',
    '語',
    '𝒳',
    '\u2028',
    '\u0085',
    '`',
    '<|endoftext|>',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(part, fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 60 }), (parts) => {
      const text = parts.join('');
      expect(count(text)).toBe(countTokens(text, { disallowedSpecial: new Set() }));
    }),
    { numRuns: 400 },
  );
});
