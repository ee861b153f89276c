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

  test.each(['', '1.5', 'first', '1e3', ' 1'])('"%s" is no step', (step) => {
    expect(() => stepOf(given({ step }), 9)).toThrow('--step takes a number or "last"');
  });

  test('a tape without steps says so', () => {
    expect(() => stepOf(given({}), 0)).toThrow('This tape has no steps');
  });
});

test('a policy is one of four', () => {
  expect(policyOf(given({}))).toBe('as-recorded');
  expect(policyOf(given({ policy: 'from-anchor:phase 1' }))).toBe('from-anchor:phase 1');
  for (const policy of ['from-anchor:', 'latest', '']) expect(() => policyOf(given({ policy }))).toThrow(/There is no policy/);
});

test('a whole number stays within its bounds', () => {
  expect(wholeOf(given({ limit: '200' }), 'limit', 20, [1, 200])).toBe(200);
  expect(wholeOf(given({}), 'limit', 20, [1, 200])).toBe(20);
  for (const limit of ['0', '201', '-1', '1.5', 'x'])
    expect(() => wholeOf(given({ limit }), 'limit', 20, [1, 200])).toThrow('from 1 to 200');
});
