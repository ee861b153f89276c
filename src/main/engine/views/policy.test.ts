import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Policy } from '../../../shared/model/index.ts';
import { formatPolicy, type PolicyChoice, parsePolicy } from './policy.ts';

const choices: fc.Arbitrary<PolicyChoice> = fc.oneof(
  fc.constantFrom<PolicyChoice>({ type: 'as-recorded' }, { type: 'last-anchor' }, { type: 'full' }),
  fc.record({ type: fc.constant('from-anchor' as const), name: fc.string({ minLength: 1 }) }),
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

it.each(['', 'from-anchor:', 'lastanchor', 'Full'])('%j is no policy', (text) => expect(() => parsePolicy(text)).toThrow(/policy/));
