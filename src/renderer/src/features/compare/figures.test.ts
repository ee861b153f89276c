import { expect, it } from 'vitest';
import type { CompareBlock, CompareRun, CompareSide, Comparison } from '../../../../shared/model/index.ts';
import { apartWords, figuresOf, foldWords, policiesWords } from './figures.ts';

const block = (seq: number, more: Partial<CompareBlock> = {}): CompareBlock => ({
  ...{ role: 'user', kind: 'message', entries: [seq], label: '', tone: 'user' },
  tokens: { value: 100, basis: 'estimated' },
  ...more,
});

it('says of a folded run what is in the contexts, and of what the step wrote by itself', () => {
  const blocks = [block(1), block(2), block(3), block(4, { answer: true, tokens: { value: 7, basis: 'estimated' } })];
  const run: CompareRun = { type: 'same', a: 0, b: 0, count: 4, shared: true, fold: true, tokens: { counted: 0, estimated: 307 } };
  const pair = { sides: [0, 1], fork: null, blocks: [blocks, blocks], runs: [run], counts: { same: 4, changed: 0, a: 0, b: 0 } };
  const sides = ['full', 'last-anchor'].map((policy) => ({ tape: 't', step: 9, policy }));
  const comparison = { sides, pair } as unknown as Comparison;
  expect(foldWords(run, comparison)).toBe('3 blocks alike on both sides · ~300 tokens · 1 entry that the step wrote');
  expect(policiesWords(comparison)).toContain('3 blocks alike');
  expect(foldWords({ ...run, a: 3, b: 3, count: 1, tokens: { counted: 0, estimated: 7 } }, comparison)).toBe('1 entry that the step wrote');
  const before = { ...run, count: 3, tokens: { counted: 0, estimated: 300 } };
  expect(foldWords(before, comparison)).toBe('3 blocks alike on both sides · ~300 tokens');
});

it('says what the requests of a side took, and of what kind, or that nothing is recorded', () => {
  const tokensOf = (usage: CompareSide['own']['usage']) => {
    const own = { steps: 3, toolCalls: 0, tools: [], errors: 0, files: [], filesComplete: true, started: null, ended: null, usage };
    const side = { own, tokens: { recorded: 10, counted: 0, estimated: 0 }, policy: 'as-recorded' } as unknown as CompareSide;
    return figuresOf(side).find(({ name }) => name === 'tokens');
  };
  const found = tokensOf({ input: 10, output: 2_000, cacheRead: 90_000, cacheWrite: 8_000 });
  expect(found?.value).toBe('100 k');
  expect(found?.hint).toBe('recorded for steps of its own: 90,000 read from the cache, 8,000 written to it, 10 new, 2,000 answered');
  expect(tokensOf(null)?.value).toBe('–');
});

it('says of contexts that share no entry why blocks are next to each other, and only where some are', () => {
  const between = (formats: readonly string[], same: number) =>
    apartWords({
      sides: formats.map((format) => ({ format })),
      pair: { sides: [0, 1], counts: { same, changed: 0 } },
    } as unknown as Comparison);
  expect(between(['claude-code', 'claude-code'], 3)).toMatch(/Similar blocks are still shown side by side\.$/);
  expect(between(['claude-code', 'codex'], 3)).toMatch(/two agents .* Blocks with the same text are side by side\.$/);
  expect(between(['claude-code', 'codex'], 0)).toMatch(/no block resembles one on the other side\.$/);
});
