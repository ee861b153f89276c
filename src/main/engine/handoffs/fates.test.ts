import { describe, expect, it } from 'vitest';
import { carrierOf, fateIn, type Said } from './fates.ts';
import { scaleOf, wordsOf } from './similarity.ts';

const SUMMARY = 'The user wants tabs everywhere. Card errors are not retried (see docs/retry.md).\nNext: "Ask before you touch ledger.ts."';

const said = (seq: number, text: string, path: string | null = null): Said => ({ seq, text, words: wordsOf(text), path, isCall: false });
const texts = [
  'Ask before  you touch\nledger.ts.',
  'Errors of a card are never retried twice',
  'Backoff lives inside the worker',
  'policy: wait and see',
];
const scale = scaleOf(texts.map(wordsOf));
const carrier = carrierOf(9, SUMMARY, new Set([7]));

describe('the fate of a text', () => {
  it.each([
    [said(1, texts[0] ?? ''), 'verbatim', 'Ask before you touch ledger.ts.'],
    [said(2, texts[1] ?? ''), 'worded', 'Card errors are not retried (see docs/retry.md).'],
    [said(3, texts[2] ?? ''), 'lost', null],
    [said(4, texts[3] ?? '', '/home/dev/docs/retry.md'), 'cited', 'retry.md'],
    [said(4, texts[3] ?? '', 'docs/retry.md'), 'cited', 'docs/retry.md'],
    [said(7, texts[2] ?? ''), 'cited', null],
  ])('%o', (entry, fate, carried) => {
    expect(fateIn(carrier, entry, scale)).toEqual({ fate, carried });
  });

  it('is none for what says nothing, and lost where nothing was put in its place', () => {
    expect(fateIn(carrier, said(1, '— —'), scale)).toBeNull();
    expect(fateIn(null, said(1, 'Use tabs'), scale)).toEqual({ fate: 'lost', carried: null });
  });
});
