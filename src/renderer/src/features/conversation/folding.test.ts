import { describe, expect, it } from 'vitest';
import { saidParts } from './folding.ts';

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
