import { describe, expect, it } from 'vitest';
import { budgetOf, policyAfter, policyOptions, policyWords, queryOf, readBudget } from './policies.ts';

describe('the policies that are offered', () => {
  it('hold the one that is chosen, whatever it is, and each once', () => {
    for (const policy of ['compact:12000', 'compact:8000', 'memory:rate limit', 'summary', 'from-anchor:plan'] as const) {
      const values = policyOptions(['plan', 'plan'], policy).map(({ value }) => value);
      expect(values.filter((value) => value === policy)).toHaveLength(1);
      expect(new Set(values).size).toBe(values.length);
    }
  });

  it('have words', () => {
    expect(policyWords('compact:8000')).toBe('compact to 8,000');
    expect(policyWords('memory:rate limit')).toBe('memory of “rate limit”');
    expect(policyWords('from-anchor:plan')).toBe('from plan');
    expect(policyWords('as-recorded')).toBe('as recorded');
  });

  it('say what they take', () => {
    expect([budgetOf('compact:8000'), budgetOf('summary')]).toEqual([8000, null]);
    expect([queryOf('memory:a:b'), queryOf('full')]).toEqual(['a:b', null]);
    expect(['8,000', '12 500', '9', '0', '8k', '', '-4'].map(readBudget)).toEqual([8000, 12_500, 9, null, null, null, null]);
  });

  it('turn among those that ask for nothing', () => {
    expect([policyAfter('as-recorded'), policyAfter('full'), policyAfter('compact:8000')]).toEqual([
      'last-anchor',
      'as-recorded',
      'as-recorded',
    ]);
  });
});
