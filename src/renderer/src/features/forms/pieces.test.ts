import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { languageOf } from '../../ui/highlight.ts';
import { DiffView, endsDiffer, piecesOf } from './DiffView.tsx';

describe('a line in pieces', () => {
  it('keeps the tones of its language where words are marked across them', () => {
    const stretches = [
      { tone: 'keyword', text: 'const' },
      { tone: null, text: ' a = 1' },
    ] as const;
    expect(piecesOf(stretches, [[3, 7]])).toEqual([
      { tone: 'keyword', text: 'con', marked: false },
      { tone: 'keyword', text: 'st', marked: true },
      { tone: null, text: ' a', marked: true },
      { tone: null, text: ' = 1', marked: false },
    ]);
  });

  it('is the line again, and marks as much as there is to mark', () => {
    const stretch = fc.record({ tone: fc.constantFrom(null, 'keyword' as const, 'string' as const), text: fc.string({ minLength: 1 }) });
    fc.assert(
      fc.property(fc.array(stretch, { minLength: 1, maxLength: 6 }), fc.nat(), fc.nat(), (stretches, one, other) => {
        const line = stretches.map(({ text }) => text).join('');
        const [from = 0, to = 0] = [one % (line.length + 1), other % (line.length + 1)].toSorted((a, b) => a - b);
        const pieces = piecesOf(stretches, from < to ? [[from, to]] : []);
        expect(pieces.map(({ text }) => text).join('')).toBe(line);
        expect(
          pieces
            .filter(({ marked }) => marked)
            .map(({ text }) => text)
            .join(''),
        ).toBe(line.slice(from, to));
      }),
    );
  });
});

describe('the ends of lines', () => {
  const line = (mark: 'same' | 'gone' | 'new', text: string) => ({ mark, text });
  const drawn = (...lines: ReturnType<typeof line>[]) => renderToStaticMarkup(createElement(DiffView, { lines, hidden: 0, name: '' }));

  it('are shown where they alone may be what differs', () => {
    expect(drawn(line('gone', 'rye\r'), line('new', 'rye')).match(/␍/g)).toHaveLength(1);
    expect(endsDiffer([line('gone', 'rye\r'), line('new', 'oats\r')])).toBe(false);
    expect(drawn(line('same', 'corn\r'), line('gone', 'rye'), line('new', 'oats'))).not.toContain('␍');
  });
});

describe('the language of a name', () => {
  it('is that of a file by its end, of a fence by its word, and of nothing else', () => {
    expect(['src/a.tsx', 'C:\\b.py', 'Makefile', 'ts', 'Dockerfile', 'a.unknown', 'constructor', ''].map(languageOf)).toEqual([
      ...['typescript', 'python', 'makefile', 'typescript', 'dockerfile', null, null, null],
    ]);
  });
});
