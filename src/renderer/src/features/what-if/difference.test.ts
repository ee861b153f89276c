import { describe, expect, it } from 'vitest';
import type { Block, View } from '../../../../shared/model/index.ts';
import { differenceOf, figuresOf, weightOf, whyOf } from './difference.ts';

const block = (seq: number, value: number, basis: 'counted' | 'estimated' = 'estimated'): Block => ({
  ...{ role: 'user', kind: 'message', entries: [seq], label: '', tone: 'user' },
  tokens: { value, basis },
});

const view = (
  policy: View['policy'],
  blocks: Block[],
  left: [number, number][],
  reason: 'over-budget' | 'compacted' = 'over-budget',
): View => ({
  ...{ tape: 't', step: 3, before: 9, policy, blocks, model: null, limit: null, events: [], lacking: [], warnings: [], since: null },
  ...{ evidence: { state: 'derived' as const, rule: '' }, parts: [] },
  omissions: left.map((range) => ({
    ...{ entries: [range], count: range[1] - range[0] + 1, reason, note: '', byKind: {}, after: 0, tokens: null },
  })),
  tokens: {
    ...{ recorded: 500, unaccounted: 0, base: null, events: null, unexplained: null, tokenizer: null, cached: null },
    counted: 0,
    estimated: blocks.reduce((sum, { tokens }) => sum + tokens.value, 0),
  },
});

const now = view('as-recorded', [block(5, 10), block(6, 90), block(7, 40)], [[1, 4]], 'compacted');
const then = view(
  'compact:100',
  [block(2, 7), block(7, 40)],
  [
    [1, 1],
    [3, 6],
  ],
);

describe('what another context would change', () => {
  it('is told heaviest first, with the reason of the side that has it not', () => {
    const { gained, lost, same } = differenceOf(now, then);
    expect(lost.map(({ seq, reason }) => [seq, reason])).toEqual([
      [6, 'over-budget'],
      [5, 'over-budget'],
    ]);
    expect(gained.map(({ seq, reason }) => [seq, reason])).toEqual([[2, 'compacted']]);
    expect(same).toBe(1);
    expect(differenceOf(then, now)).toMatchObject({ gained: lost.map(({ seq }) => ({ seq })), lost: [{ seq: 2 }] });
  });

  it('says why a block goes, and what brings one, or else why it is left out now', () => {
    const [item] = differenceOf(now, then).gained;
    if (!item) throw new Error('nothing is gained');
    expect([whyOf(item, 'lost'), whyOf(item, 'gained')]).toEqual(['compacted', 'now left out: compacted']);
    expect(whyOf({ ...item, block: { ...item.block, why: 'recalled: hit 1 of 2' } }, 'gained')).toBe('recalled: hit 1 of 2');
    expect(whyOf({ ...item, reason: null }, 'gained')).toBe('');
  });

  it('keeps each basis by itself, and says nothing of recordings that belong to what was sent', () => {
    expect(weightOf([{ block: block(1, 3) }, { block: block(2, 4, 'counted') }])).toEqual({ recorded: 0, counted: 4, estimated: 3 });
    expect(figuresOf(now, then, null).map(({ name, now, instead }) => [name, now, instead])).toEqual([
      ['recorded', 500, null],
      ['estimated', 140, 47],
      ['blocks', 3, 2],
      ['left out', 4, 5],
    ]);
  });

  it('says nothing of a recording where texts are others, and weighs them as they would be sent', () => {
    expect(figuresOf(now, now, { counted: 0, estimated: 60 }).map(({ name, now: one, instead }) => [name, one, instead])).toEqual([
      ['recorded', 500, null],
      ['estimated', 140, 60],
      ['blocks', 3, 3],
      ['left out', 4, 4],
    ]);
  });
});
