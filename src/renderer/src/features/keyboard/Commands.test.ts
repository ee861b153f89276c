import { describe, expect, it } from 'vitest';
import { differingFrom, noStepFrom } from './Commands.tsx';

describe('from a step to the next that differs', () => {
  const found = { steps: [2, 5], compared: 9 };

  it('leads to the nearest on that side', () => {
    expect(differingFrom(found, 1, 1)).toBe(2);
    expect(differingFrom(found, 2, 1)).toBe(5);
    expect(differingFrom(found, 9, -1)).toBe(5);
    expect(differingFrom(found, 5, -1)).toBe(2);
  });

  it('says where there is none, and why', () => {
    expect(differingFrom(found, 5, 1)).toBe('No later step differs from what was sent.');
    expect(differingFrom(found, 2, -1)).toBe('No earlier step differs from what was sent.');
    expect(differingFrom({ steps: [], compared: 1 }, 1, 1)).toBe('No step differs from what was sent: 1 step compared.');
    expect(differingFrom({ steps: [], compared: 0 }, 1, 1)).toContain('No request of this tape was captured');
  });
});

describe('where no step follows', () => {
  it('says which end it is, and what is there instead', () => {
    expect(noStepFrom(9, 9, 1, true)).toBe('This is the newest step. End shows the next request.');
    expect(noStepFrom(4, 9, 1, true)).toBe('This is the last step on its branch.');
    expect(noStepFrom(1, 9, -1, true)).toBe('This is the first step on its branch.');
    expect(noStepFrom(1, 9, -1, false)).toBe('This is the first step.');
    expect(noStepFrom(null, 0, -1, false)).toBe('This session has no steps.');
  });
});
