import { describe, expect, it } from 'vitest';
import { besideField, budgetOf, isComposed, offerOf, policyAfter, policyOptions, policyWords, queryOf, readBudget } from './policies.ts';

describe('the policies that are offered', () => {
  it('hold the one that is chosen, whatever it is, and each once', () => {
    const values = policyOptions([{ name: 'plan', seq: 3 }]).map(({ value }) => value);
    expect(new Set(values).size).toBe(values.length);
    for (const policy of ['as-recorded', 'compact:12000', 'compact:8000', 'memory:rate limit', 'summary', 'from-anchor:plan'] as const)
      expect(values).toContain(offerOf(policy));
    expect([offerOf('compact:8000'), offerOf('compact:12000'), offerOf('memory:x')]).toEqual(['compact:8000', 'compact:', 'memory:']);
  });

  it('hold each anchor of a name by its number, where several have it', () => {
    const handoffs = [3, 40, 77].map((seq) => ({ name: 'handoff', seq }));
    const values = policyOptions([...handoffs, { name: 'plan', seq: 9 }]).map(({ value }) => value);
    expect(values.filter((value) => value.startsWith('from-anchor:'))).toEqual([
      'from-anchor:#3',
      'from-anchor:#40',
      'from-anchor:#77',
      'from-anchor:plan',
    ]);
  });

  it('take a line of several parts as what it is', () => {
    expect([isComposed('compact:8000'), isComposed('last-anchor + pin:#3')]).toEqual([false, true]);
    expect([budgetOf('compact:8000 + pin:#3'), queryOf('memory:"a" + pin:#3'), queryOf('memory:a + b')]).toEqual([null, null, 'a + b']);
    expect(policyWords('last-anchor + pin:#3')).toBe('last-anchor + pin:#3');
  });

  it('have words', () => {
    expect(policyWords('compact:8000')).toBe('compact to 8,000');
    expect(policyWords('memory:rate limit')).toBe('memory of “rate limit”');
    expect(policyWords('from-anchor:plan')).toBe('from plan');
    expect(policyWords('as-recorded')).toBe('as recorded');
  });

  it('do not say the words of the field next to the list twice', () => {
    const shown = (policy: string) =>
      policyOptions([{ name: 'plan', seq: 3 }]).flatMap((option) => (option.value === policy ? [besideField(option).shown] : []));
    expect(['compact:8000', 'compact:', 'memory:', 'full', 'from-anchor:plan'].flatMap(shown)).toEqual([
      'compact to',
      'compact to',
      'memory of',
      undefined,
      undefined,
    ]);
  });

  it('say what they take', () => {
    expect([budgetOf('compact:8000'), budgetOf('summary')]).toEqual([8000, null]);
    expect([queryOf('memory:a:b'), queryOf('full')]).toEqual(['a:b', null]);
    expect(['8,000', ' 12 500 ', '9', '1’000.000'].map(readBudget)).toEqual([8000, 12_500, 9, 1_000_000]);
    for (const text of ['0', '8k', '', '-4', '8000.5', '1.5', '8,00', '8,0000', '1e3', '٣', '9007199254740993'])
      expect(readBudget(text), text).toBeNull();
  });

  it('turn among those that ask for nothing', () => {
    expect([policyAfter('as-recorded'), policyAfter('full'), policyAfter('summary'), policyAfter('compact:8000')]).toEqual([
      'last-anchor',
      'summary',
      'as-recorded',
      'as-recorded',
    ]);
  });

  it('come by the one that was last asked for, too', () => {
    expect([policyAfter('summary', 'compact:900'), policyAfter('compact:900', 'compact:900')]).toEqual(['compact:900', 'as-recorded']);
  });
});
