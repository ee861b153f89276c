import { describe, expect, test } from 'vitest';
import { policyOf, stepOf, wholeOf } from './options.ts';

const given = (options: Record<string, string | true>) => ({ operands: [], options });

describe('stepOf', () => {
  test.each([
    [{}, 9],
    [{ step: 'last' }, 9],
    [{ step: '1' }, 1],
    [{ step: '9' }, 9],
    [{ step: '-1' }, 9],
    [{ step: '-9' }, 1],
  ])('%j of nine steps is %i', (options, step) => {
    expect(stepOf(given(options), 9)).toBe(step);
  });

  test.each(['0', '10', '-10', '99999999999999999999'])('%s is out of range, and the range is named', (step) => {
    expect(() => stepOf(given({ step }), 9)).toThrow(`There is no step ${step}: this tape has steps 1 to 9.`);
  });

  test.each(['', '1.5', 'first', '1e3', ' 1'])('"%s" is not a step', (step) => {
    expect(() => stepOf(given({ step }), 9)).toThrow('--step takes a number or "last"');
  });

  test('a tape without steps says so', () => {
    expect(() => stepOf(given({}), 0)).toThrow('This tape has no steps');
  });
});

describe('policyOf', () => {
  test.each([
    [{}, 'as-recorded'],
    [{ policy: 'from-anchor:phase 1' }, 'from-anchor:phase 1'],
    [{ policy: 'summary' }, 'summary'],
    [{ policy: 'compact', budget: '8000' }, 'compact:8000'],
    [{ policy: 'compact:8000' }, 'compact:8000'],
    [{ policy: 'memory', query: 'rate: limit' }, 'memory:rate: limit'],
    [{ policy: 'memory:rate limit' }, 'memory:rate limit'],
  ])('%j is %s', (options, policy) => {
    expect(policyOf(given(options))).toBe(policy);
  });

  test.each([
    [{ policy: 'latest:1' }, 'There is no policy called "latest:1". Known policies are'],
    [{ policy: '' }, 'There is no policy called "". Known policies are'],
    [{ policy: 'from-anchor:' }, 'needs the name of an anchor'],
    [{ policy: 'compact' }, 'The policy compact needs a budget in tokens, as in compact:8000.'],
    [{ policy: 'compact', budget: '8k' }, 'A budget is a whole number of tokens from 1 on, as in compact:8000; "8k" is not.'],
    [{ policy: 'compact:1', budget: '2' }, '--budget goes with --policy compact alone, not with compact:1.'],
    [{ budget: '2' }, '--budget goes with --policy compact alone.'],
    [{ policy: 'memory' }, 'The policy memory needs what to look for, as in memory:rate limit.'],
    [{ policy: 'memory', query: '' }, 'needs what to look for'],
    [{ policy: 'summary', query: 'x' }, '--query goes with --policy memory alone.'],
  ])('%j is refused', (options, sentence) => {
    expect(() => policyOf(given(options))).toThrow(sentence);
  });
});

test('a command with a budget of its own leaves that out of the policy', () => {
  expect(policyOf(given({ budget: '$1', policy: 'last-anchor' }), {})).toBe('last-anchor');
});

test('a whole number stays within its bounds', () => {
  expect(wholeOf(given({ limit: '200' }), 'limit', 20, [1, 200])).toBe(200);
  expect(wholeOf(given({}), 'limit', 20, [1, 200])).toBe(20);
  for (const limit of ['0', '201', '-1', '1.5', 'x'])
    expect(() => wholeOf(given({ limit }), 'limit', 20, [1, 200])).toThrow('from 1 to 200');
});
