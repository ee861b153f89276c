import { describe, expect, it } from 'vitest';
import { plainWords } from './words.ts';

describe('a claim in plain words', () => {
  it('loses the marks of Markdown, and nothing else', () => {
    expect(plainWords('- **Fixed** `isClean` in __init__.py')).toBe('Fixed isClean in __init__.py');
    expect(plainWords('> ## Summary of * and #4')).toBe('Summary of * and #4');
    expect(plainWords('2. Varnish is out.')).toBe('2. Varnish is out.');
  });

  it('is never empty where the text is not', () => {
    expect(plainWords('- ')).toBe('- ');
    expect(plainWords('****')).toBe('****');
  });
});
