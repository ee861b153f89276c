import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Policy } from './index.ts';
import { checkPolicyName, formatPolicy, type KeepFirst, type Origin, type Part, type PolicyChoice, parsePolicy } from './policy.ts';

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

const seqs = fc.uniqueArray(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 6 }).map((all) => all.sort((a, b) => a - b));
const query = fc.string({ minLength: 1, maxLength: 60 }).filter((text) => text.trim() !== '');
const name = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.constantFrom('#12', 'a + summary', 'a + budget:8', ' spaced ', '"quoted"', 'x@family'),
);
const origin: fc.Arbitrary<Origin> = fc.oneof(
  fc.constantFrom<Origin>({ type: 'as-recorded' }, { type: 'last-anchor' }, { type: 'full' }),
  fc.record({ type: fc.constant('from-anchor' as const), name }),
  fc.nat(9999).map((seq): Origin => ({ type: 'from-anchor', name: `#${seq}`, seq })),
);
const part: fc.Arbitrary<Part> = fc.oneof(
  fc.constant<Part>({ type: 'summary' }),
  fc.record({ type: fc.constant('pin' as const), seqs }),
  fc.record({
    type: fc.constant('memory' as const),
    query: fc.oneof(query, fc.constantFrom('a + b', 'a + budget:9', 'who@all', '"phrase"', '+', 'x \\" y', 'a+summary')),
    scope: fc.constantFrom('tape', 'workspace', 'family', 'all'),
  }),
);
const budget = fc.record({
  type: fc.constant('budget' as const),
  budget: fc.integer({ min: 1, max: 1e9 }),
  first: fc.constantFrom<KeepFirst>('cited', 'heavy-last'),
});

it('a composed policy survives its line, whatever is in its names and queries', () => {
  const composed = fc.tuple(origin, fc.array(part, { minLength: 1, maxLength: 4 }), fc.option(budget, { nil: undefined }));
  fc.assert(
    fc.property(composed, ([from, parts, cut]) => {
      const choice: PolicyChoice = { type: 'composed', origin: from, turn: false, parts: cut ? [...parts, cut] : parts };
      const line = formatPolicy(choice);
      expect(parsePolicy(line)).toEqual(choice);
      expect(formatPolicy(parsePolicy(line))).toBe(line);
      expect(Policy.parse(line)).toBe(line);
    }),
  );
});

it.each([
  [
    'last-anchor + pin:#12,#15 + memory:"retry budget"@family + budget:8000',
    'last-anchor + pin:#12,#15 + memory:"retry budget"@family + budget:8000',
  ],
  ['last-anchor+pin:12,#15-#17+budget:800:cited', 'last-anchor + pin:#12,#15,#16,#17 + budget:800:cited'],
  ['compact:8000', 'compact:8000'],
  ['last-anchor + budget:8000', 'compact:8000'],
  ['compact:8000 + pin:#3', 'last-anchor + budget:8000 + pin:#3'],
  ['anchor:phase-1', 'from-anchor:phase-1'],
  ['anchor:#12', 'from-anchor:#12'],
  ['anchor:#12 + without:#7', 'anchor:#12 + without:#7'],
  ['memory:rate limit', 'memory:rate limit'],
  ['memory:a + b', 'memory:a + b'],
  ['memory:a + pin:#3', 'memory:"a" + pin:#3'],
  ['summary + budget:10:heavy-last', 'summary + budget:10:heavy-last'],
])('%s is %s', (text, line) => expect(formatPolicy(parsePolicy(text))).toBe(line));

it.each([
  ['pin:#3', /begins with where the context begins/],
  ['full + last-anchor', /comes first and only once/],
  ['full + pins:#3', /There is no policy called "pins:#3"/],
  ['full + pin:#3,x', /"x" is not one/],
  ['full + pin:#5-#2', /goes up, as in pin:#2-#5/],
  ['full + pin:#3 + without:#1-#4', /#3 is pinned and left out/],
  ['full + budget:1 + budget:2', /one budget/],
  ['full + budget:800:oldest', /recent, cited or heavy-last/],
  ['full + memory:"retry budget"@famly', /looks through tape, workspace, family, all.*"famly" is not one of them/],
  ['@mine', /There is no policy named mine/],
])('%s is refused', (text, why) => expect(() => parsePolicy(text)).toThrow(why));

it('a name is spelled out, alone or as the beginning of a longer line; it stands for no other name', () => {
  const lines: Record<string, string> = { lean: 'last-anchor + budget:900', of: '@lean', so: 'lean + summary' };
  const named = (key: string) => lines[key];
  expect(formatPolicy(parsePolicy('lean', named))).toBe('compact:900');
  expect(formatPolicy(parsePolicy('@lean + pin:#2', named))).toBe('last-anchor + budget:900 + pin:#2');
  expect(() => parsePolicy('@of', named)).toThrow(/name of another/);
  expect(() => parsePolicy('so', named)).toThrow(/name of another/);
  for (const taken of ['full', 'summary', 'pin', 'a b', '', '2nd', 'next']) expect(() => checkPolicyName(taken)).toThrow(/policy/);
  expect(checkPolicyName('lean-2.x')).toBe('lean-2.x');
});

it.each(['', 'from-anchor:', 'lastanchor', 'Full', 'toString', 'compact', 'compact:', 'memory', 'memory: '])('%j is not a policy', (text) =>
  expect(() => parsePolicy(text)).toThrow(/policy/),
);

it.each(['0', '-5', '1.5', '8k', '1e4', ' 9', '99999999999999999999'])('a budget of %j is refused with what one looks like', (budget) =>
  expect(() => parsePolicy(`compact:${budget}`)).toThrow(/whole number of tokens from 1 on, as in compact:8000/),
);

it('asks the memory with 500 characters at most', () => {
  expect(parsePolicy(`memory:${'x'.repeat(500)}`).type).toBe('memory');
  expect(() => parsePolicy(`memory:${'x'.repeat(501)}`)).toThrow('at most 500 characters, not with 501');
});
