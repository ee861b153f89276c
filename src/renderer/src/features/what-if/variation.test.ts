import { expect, test } from 'vitest';
import type { Answer } from '../../../../shared/model/index.ts';
import { inputOf, keyOf, settle, sidesOf, TYPED, type Variation, variationNames, variationWords, withSent } from './variation.ts';

const AS_IS: Variation = { policy: 'as-recorded', replace: [], system: null, model: 'openai:m', temperature: null };

test('entries that a policy pins or leaves out are edits of the request, and the rest of it is its policy', () => {
  const edited: Variation = { ...AS_IS, policy: 'last-anchor + pin:#3 + without:#7,#9', replace: [{ seq: 4, text: 'x' }], model: ' ' };
  expect(inputOf('t', 'next', edited)).toEqual({
    ...{ tape: 't', next: true, policy: 'last-anchor', temperature: null },
    edits: { pin: [3], without: [7, 9], replace: [{ seq: 4, text: 'x' }], system: null },
  });
  expect(inputOf('t', 5, AS_IS)).toMatchObject({ step: 5, policy: 'as-recorded', model: 'openai:m' });
});

test('a variation is named by what it has that the context as it is has not', () => {
  expect(variationWords(AS_IS, AS_IS)).toBe('unchanged');
  expect(
    variationWords(
      {
        ...{ policy: 'full + without:#1,#2,#3,#4 + pin:#8', replace: [{ seq: 6, text: '' }] },
        ...{ system: 'Be brief.', model: 'openai:n', temperature: 0 },
      },
      AS_IS,
    ),
  ).toBe('full · without #1, #2, #3, 1 more · #8 pinned · #6 replaced · another system prompt · openai:n · temperature 0');
  expect(variationWords(AS_IS, { ...AS_IS, policy: 'as-recorded + without:#1' })).toBe('unchanged');
});

test('two texts for one entry are numbered', () => {
  const texts = ['dark', 'lit'].map((text) => ({ ...AS_IS, replace: [{ seq: 4, text }] }));
  expect(variationNames([AS_IS, ...texts], AS_IS)).toEqual(['unchanged', '#4 replaced (1)', '#4 replaced (2)']);
});

test('of variations each context is compared once, and where a system prompt is another, all say theirs', () => {
  const other = { ...AS_IS, replace: [{ seq: 4, text: 'dark' }] };
  const side = { tape: 't', step: 5, policy: 'as-recorded' };
  expect(sidesOf('t', 5, [AS_IS, other, { ...other, model: 'openai:n' }], 'Be kind.')).toEqual([side, { ...side, replace: other.replace }]);
  expect(sidesOf('t', 5, [AS_IS, { ...other, system: '' }], 'Be kind.')).toEqual([
    { ...side, system: 'Be kind.' },
    { ...side, replace: other.replace, system: '' },
  ]);
});

test('what was typed is read, or says what is wrong with it', () => {
  expect(settle(TYPED)).toEqual({ n: 6, blocks: 20, steps: 20 });
  expect(settle({ ...TYPED, budget: ' $2 ' })).toEqual({ n: 6, blocks: 20, steps: 20, budget: '$2' });
  expect(settle({ ...TYPED, n: '21' })).toEqual({ why: 'Answers are a whole number from 1 to 20.' });
  expect(settle({ ...TYPED, blocks: 'many' })).toEqual({ why: 'Blocks are a whole number from 1 to 100.' });
  expect(settle({ ...TYPED, steps: '0' })).toEqual({ why: 'Requests are a whole number from 1 to 1,000.' });
  expect(settle({ ...TYPED, temperature: '3' })).toEqual({ why: 'A temperature is a number from 0 to 2.' });
});

test('more answers of one variation are added to those that it has', () => {
  const answer: Answer = { decision: null, failed: 'no', cut: false, usage: null, ms: 1 };
  const sent = { answers: [answer], requests: 1, usage: { input: 5, output: 1 }, cost: 0.5 };
  const other = { ...AS_IS, system: 'x' };
  const variants = withSent(withSent(withSent([], AS_IS, sent), other, sent), AS_IS, { ...sent, cost: null });
  expect(variants.map(({ key, answers, requests, usage, cost }) => [key, answers.length, requests, usage.input, cost])).toEqual([
    [keyOf(AS_IS), 2, 2, 10, null],
    [keyOf(other), 1, 1, 5, 0.5],
  ]);
});
