import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Policy } from '../../../shared/model/index.ts';
import { formatPolicy, type PolicyChoice, parsePolicy } from './policy.ts';

const choices: fc.Arbitrary<PolicyChoice> = fc.oneof(
  fc.constantFrom<PolicyChoice>({ type: 'as-recorded' }, { type: 'last-anchor' }, { type: 'full' }),
  fc.record({ type: fc.constant('from-anchor' as const), name: fc.string({ minLength: 1 }) }),
  fc.constant<PolicyChoice>({ type: 'summary' }),
  fc.record({ type: fc.constant('compact' as const), budget: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }) }),
  fc.record({
    type: fc.constant('memory' as const),
    query: fc.string({ minLength: 1, maxLength: 500 }).filter((text) => text.trim() !== '' && text.length <= 500),
  }),
);

it('survives its text form, whatever an anchor is called, and the contract takes it', () => {
  fc.assert(
    fc.property(choices, (choice) => {
      const text = formatPolicy(choice);
      expect(parsePolicy(text)).toEqual(choice);
      expect(Policy.parse(text)).toBe(text);
    }),
  );
});

it.each(['', 'from-anchor:', 'lastanchor', 'Full', 'toString', 'compact', 'compact:', 'memory', 'memory: '])('%j is no policy', (text) =>
  expect(() => parsePolicy(text)).toThrow(/policy/),
);

it.each(['0', '-5', '1.5', '8k', '1e4', ' 9', '99999999999999999999'])('a budget of %j is refused with what one looks like', (budget) =>
  expect(() => parsePolicy(`compact:${budget}`)).toThrow(/whole number of tokens from 1 on, as in compact:8000/),
);

it('asks the memory with 500 characters at most', () => {
  expect(parsePolicy(`memory:${'x'.repeat(500)}`).type).toBe('memory');
  expect(() => parsePolicy(`memory:${'x'.repeat(501)}`)).toThrow('at most 500 characters, not with 501');
});
