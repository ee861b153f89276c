import { describe, expect, it } from 'vitest';
import { beginningOf, isWhole, saidParts } from './folding.ts';

const part = (type: 'text' | 'thinking' | 'json' | 'tool_call' | 'tool_result') => ({ type, text: 'x' });

describe('what an entry says', () => {
  it('is not the rest of its record, which raw shows', () => {
    const said = [part('thinking'), part('text')];
    expect(saidParts([...said, part('tool_call'), part('json')])).toEqual(said);
    expect(saidParts([part('tool_call'), part('json')])).toEqual([]);
  });

  it('is its record where there is nothing else', () => {
    expect(saidParts([part('json')])).toEqual([part('json')]);
  });
});

describe('a line', () => {
  const line = (text: string) => ({ begins: beginningOf(text), size: text.length });

  it('has all of a short text, and of none that is longer or has lines of its own', () => {
    expect(isWhole(line('Hm.'))).toBe(true);
    expect(isWhole(line(''))).toBe(true);
    expect(isWhole(line('x'.repeat(41)))).toBe(false);
    expect(isWhole(line('First.\n\nSecond.'))).toBe(false);
  });
});
