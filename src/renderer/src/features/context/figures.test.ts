import { describe, expect, it } from 'vitest';
import type { Ahead, Omission, View } from '../../../../shared/model/index.ts';
import {
  aheadFiguresOf,
  aheadWords,
  baseOf,
  blockCount,
  cacheWords,
  changesOf,
  emptyWords,
  figuresOf,
  figureWords,
  foldedWords,
  kindsWords,
  limitWords,
  nextFiguresOf,
  omissionTokens,
  restOf,
  sentWords,
  shareWords,
  tokensLong,
  tokensShort,
  totalOf,
  withLimitOf,
} from './figures.ts';

const tokens = (part: Partial<View['tokens']>): View['tokens'] => ({
  recorded: 142_310,
  counted: 0,
  estimated: 128_904,
  unaccounted: 13_406,
  base: null,
  events: null,
  unexplained: null,
  tokenizer: null,
  cached: 120_000,
  ...part,
});

const view = (part: Partial<View['tokens']>, policy: View['policy'] = 'as-recorded') => ({
  ...{ tokens: tokens(part), policy, limit: 200_000, step: 3 },
});

const said = (part: Partial<View['tokens']>, policy?: View['policy']): string[] =>
  figuresOf(view(part, policy)).map(({ value, words }) => `${value} ${words}`.trim());

it('says what one block is in the place of, and counts all of them', () => {
  const block = { folded: 1200, entries: [12, 14, 2410] };
  expect(foldedWords(block)).toBe('1,200 blocks from #12 to #2,410, not listed: Conversation and Entries have each of them');
  expect(blockCount([{}, block, {}])).toBe(1202);
});

describe('figures', () => {
  it('say of a recorded request what the estimates are off by, since nothing of it is missing', () => {
    const whole = { ...view({}), evidence: { state: 'recorded' as const, rule: '' } };
    expect(figuresOf(whole).map(({ value, words }) => `${value} ${words}`)).toEqual([
      '142,310 recorded',
      '128,904 estimated',
      '13,406 too low, as estimated',
    ]);
    expect(restOf(whole)).toBe(0);
  });

  it('blame no estimate where the captured request shows that something else was sent', () => {
    const whole = { ...view({ unaccounted: -13_406 }), evidence: { state: 'recorded' as const, rule: '' } };
    const last = (verdict: 'verified' | 'differs') => {
      const { words, hint } = figuresOf(whole, verdict).at(-1) ?? {};
      return [words, hint];
    };
    expect(last('verified')).toEqual(['too high, as estimated', expect.stringContaining('error of the estimates')]);
    expect(last('differs')).toEqual(['unaccounted', expect.stringContaining('not what was sent')]);
  });

  it('each carry their basis, and are never mixed', () => {
    expect(said({})).toEqual(['142,310 recorded', '128,904 estimated', '13,406 unaccounted']);
    expect(said({ counted: 100_000, estimated: 900, tokenizer: 'o200k_base' })).toEqual([
      '142,310 recorded',
      '100,000 counted with o200k_base',
      '900 estimated',
      '13,406 unaccounted',
    ]);
  });

  it('say not in any entry, and that it would remain under another policy', () => {
    const measured = { base: 13_000, events: 400, unexplained: 6 };
    expect(said(measured)).toEqual(['142,310 recorded', '128,904 estimated', '13,000 base', '400 by events', '6 not explained']);
    expect(said({ ...measured, unexplained: null }, 'full').slice(1)).toEqual(['13,000 base remains', '400 by events']);
    expect(said({ base: -360, unaccounted: -360 })[2]).toBe('−360 unaccounted');
    expect([restOf(view(measured)), restOf(view(measured, 'full')), baseOf(view(measured)), baseOf(view({ base: -360 }))]).toEqual([
      ...[13_400, 13_400, 13_000, 0],
    ]);
  });

  it('say what is not known', () => {
    expect(said({ recorded: null, unaccounted: null })).toEqual(['no usage recorded', '128,904 estimated']);
    expect(limitWords(view({ recorded: null }))).toBe('limit 200,000');
    expect(limitWords({ ...view({}), limit: null })).toBe('limit unknown');
    expect(cacheWords(view({ cached: null }))).toBe('');
  });

  it('say how full the context is, and how much of it came from the cache', () => {
    expect(limitWords(view({}))).toBe('71 % of the 200,000 limit');
    expect(cacheWords(view({}))).toBe('84 % read from the cache');
  });

  it('have the limit of the timeline where a later request of the model was larger', () => {
    const opus = { ...view({}), model: 'claude-opus-4-7' };
    const limitOf = (model: string, limit: number | null) => limitWords(withLimitOf(opus, { model, limit }));
    expect(limitOf('claude-opus-4-7', 1_000_000)).toBe('14 % of the 1,000,000 limit');
    expect(limitOf('claude-sonnet-4-5', 1_000_000)).toBe('71 % of the 200,000 limit');
    expect(limitOf('claude-opus-4-7', null)).toBe('71 % of the 200,000 limit');
  });

  it('hold what was recorded against a context that was never sent, and mix the two nowhere', () => {
    expect(said({ estimated: 230_000, unaccounted: -87_690 }, 'full')).toEqual(['230,000 estimated']);
    expect(figuresOf(view({}, 'full')).map(({ strong }) => strong)).toEqual([true]);
    expect([sentWords(view({}, 'full')), sentWords(view({}))]).toEqual(['142,310 recorded for what was sent', '']);
    expect(limitWords(view({ estimated: 230_000 }, 'full'))).toBe('more than the 200,000 limit');
    expect(limitWords(view({}, 'full'))).toBe('about 64 % of the 200,000 limit');
    expect(limitWords(view({ base: 40_000 }, 'full'))).toBe('about 84 % of the 200,000 limit');
    expect(cacheWords(view({}, 'full'))).toBe('');
    expect([restOf(view({})), restOf(view({}, 'full')), restOf(view({ unaccounted: -4 }))]).toEqual([13_406, 0, 0]);
  });

  it('of a request that was not sent begin with its base, and say what is not known', () => {
    const next = { ...view({ recorded: null, unaccounted: null, estimated: 6080, base: 2318 }), step: null };
    expect(totalOf(next)).toBe(8398);
    expect(restOf(next)).toBe(2318);
    const words = (part: Partial<View['tokens']>) =>
      nextFiguresOf({ ...next, tokens: { ...next.tokens, ...part } }).map(({ value, words }) => `${value} ${words}`.trim());
    expect([...words({}), shareWords(next)]).toEqual(['2,318 base, recorded', '~6,080 estimated', '4 % of the 200,000 limit']);
    expect(words({ events: 7043 })).toEqual(['2,318 base, recorded', '+7,043 by events', '~6,080 estimated']);
    expect(words({ base: null, estimated: 300_000 })).toEqual(['base unknown', '~300,000 estimated']);
    expect(shareWords({ ...next, tokens: { ...next.tokens, base: null, estimated: 300_000 } })).toBe('more than the 200,000 limit');
    expect(words({ counted: 40, estimated: 0, tokenizer: 'o200k' })[1]).toBe('40 counted with o200k');
    const measured = { ...next, expected: { tokens: 8400, last: { step: 47, recorded: 9000 } } };
    expect(totalOf(measured)).toBe(8400);
    expect(nextFiguresOf(measured).map(({ value, words }) => `${value} ${words}`)).toContain('−600 against step 47');
  });

  it('mark an estimate, in the figure and in words', () => {
    expect(tokensShort({ value: 1240, basis: 'estimated' })).toBe('~1,240');
    expect(tokensShort({ value: 1240, basis: 'counted' })).toBe('1,240');
    expect(tokensLong({ value: 1, basis: 'estimated' })).toBe('about 1 token, estimated');
  });
});

describe('sentences', () => {
  it('tell what came and went', () => {
    expect(changesOf({ step: 3, added: 2, gone: 0 })).toEqual({ came: '+2 blocks', went: '' });
    expect(changesOf({ step: 3, added: 1, gone: 14 })).toEqual({ came: '+1 block', went: '−14' });
    expect(changesOf({ step: 3, added: 0, gone: 1 })).toEqual({ came: '', went: '−1 block' });
  });

  it('count the kinds of an omission, the largest first', () => {
    expect(kindsWords({ event: 1, message: 812, tool_result: 301 })).toBe('812 messages, 301 results, 1 event');
    expect(kindsWords({ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 })).toBe('6 f, 5 e, 4 d, 6 more');
  });

  it('tell an empty result from one that says the name of its tool', () => {
    expect(emptyWords({ tone: 'result', label: 'Bash' })).toBe('Bash, no output');
    expect(emptyWords({ tone: 'injected', label: 'hook' })).toBe('hook');
    expect(emptyWords({ tone: 'user', label: '' })).toBe('(empty)');
  });

  it('say of the end of a log how much of it was read, and what its blocks weigh', () => {
    const tokens = (value: number) => ({ tokens: { value, basis: 'estimated' } }) as Ahead['blocks'][number];
    expect(aheadFiguresOf({ blocks: [tokens(1200), tokens(34)] }).map(figureWords)).toEqual(['~1,234 tokens in its blocks', '2 blocks']);
    expect(aheadWords({ read: 4.2e6, of: 1.5e9 })).toMatch(/^Read from the end, 4.2 MB of 1.5 GB: /);
  });

  it('do not say the weight of an omission twice', () => {
    const left = {
      tokens: { value: 161_020, basis: 'recorded' },
      note: 'before a compaction; 161,020 tokens were in context',
    } as Omission;
    expect(omissionTokens(left)).toBe('');
    expect(omissionTokens({ ...left, note: 'before a compaction' })).toBe('161,020');
  });
});
