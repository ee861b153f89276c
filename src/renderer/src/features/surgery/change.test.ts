import { describe, expect, it } from 'vitest';
import { changeOf, type Typed } from './change.ts';

const typed = (part: Partial<Typed>): Typed => ({ op: 'fork-session', at: '', from: '', to: '', keep: '', summary: '', ...part });

describe('what the dialog asks for', () => {
  it('is one change with the numbers that belong to it', () => {
    expect(changeOf(typed({ at: '12', from: '3' }))).toEqual({ op: 'fork-session', at: 12 });
    expect(changeOf(typed({ op: 'drop-span', from: '3', to: '9' }))).toEqual({ op: 'drop-span', from: 3, to: 9 });
    expect(changeOf(typed({ op: 'compact', keep: '2' }))).toEqual({ op: 'compact', keep: 2 });
    expect(changeOf(typed({ op: 'compact', keep: '2', summary: ' Found it. ' }))).toEqual({ op: 'compact', keep: 2, summary: 'Found it.' });
  });

  it('is nothing while a number is missing or makes no sense', () => {
    for (const part of [
      { at: '' },
      { at: '0' },
      { at: 'x' },
      { op: 'drop-span', from: '9', to: '3' },
      { op: 'compact', keep: '-1' },
    ] as const)
      expect(changeOf(typed(part))).toBeNull();
  });
});
