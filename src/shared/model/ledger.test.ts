import { expect, it } from 'vitest';
import { beyondBlocks, ledgerAt, restIn } from './ledger.ts';

it('splits what was recorded, and says what nobody accounts for', () => {
  const columns = {
    policy: 'as-recorded' as const,
    steps: Uint32Array.of(1, 4),
    recorded: Float64Array.of(1000, Number.NaN),
    cached: Float64Array.of(900, Number.NaN),
    counted: Float64Array.of(600, 0),
    estimated: Float64Array.of(100, 50),
    base: Float64Array.of(250, Number.NaN),
    added: Float64Array.of(40, Number.NaN),
    unexplained: Float64Array.of(10, Number.NaN),
  };
  expect(ledgerAt(columns, 0)).toEqual({
    step: 1,
    recorded: 1000,
    cached: 900,
    new: 100,
    counted: 600,
    estimated: 100,
    unaccounted: 300,
    base: 250,
    events: 40,
    unexplained: 10,
  });
  // Under another policy what was recorded is another context, and the difference says nothing about it.
  expect(ledgerAt({ ...columns, policy: 'full' }, 0)).toMatchObject({ recorded: 1000, counted: 600, unaccounted: null });
  expect(ledgerAt(columns, 1)).toEqual({
    step: 4,
    recorded: null,
    cached: null,
    new: null,
    counted: 0,
    estimated: 50,
    unaccounted: null,
    base: null,
    events: null,
    unexplained: null,
  });
});

it('calls what is beyond a recorded request an error of the estimates, and unaccounted only where no base is known', () => {
  expect(restIn({ unaccounted: -40, base: 0 }, 'recorded')).toEqual({ words: 'estimates too high', tokens: 40 });
  expect(restIn({ unaccounted: 40, base: 0 }, 'recorded')).toEqual({ words: 'estimates too low', tokens: 40 });
  expect(restIn({ unaccounted: 0, base: 0 }, 'recorded')).toBeNull();
  expect(restIn({ unaccounted: 300, base: 250 }, 'derived')).toBeNull();
  expect(restIn({ unaccounted: -300, base: null }, 'derived')).toEqual({ words: 'unaccounted', tokens: -300 });
  expect(restIn({ unaccounted: null, base: null }, 'recorded')).toBeNull();
});

it('says of a context what it has besides its blocks, and calls only what nobody measured unaccounted', () => {
  const tokens = { recorded: 900, counted: 600, estimated: 0, unaccounted: 300, tokenizer: null, cached: null };
  const measured = { ...tokens, base: 250, events: 40, unexplained: 10 };
  const unmeasured = { ...tokens, base: null, events: null, unexplained: null };
  const evidence = (state: 'recorded' | 'derived') => ({ state, rule: '' });
  expect(beyondBlocks({ tokens: measured, policy: 'as-recorded', evidence: evidence('derived') })).toEqual([
    { what: 'base', tokens: 250 },
    { what: 'events', tokens: 40 },
    { what: 'unexplained', tokens: 10 },
  ]);
  expect(beyondBlocks({ tokens: measured, policy: 'full' })).toEqual([
    { what: 'base', tokens: 250 },
    { what: 'events', tokens: 40 },
  ]);
  expect(beyondBlocks({ tokens: unmeasured, policy: 'as-recorded', evidence: evidence('derived') })).toEqual([
    { what: 'unaccounted', tokens: 300 },
  ]);
  expect(beyondBlocks({ tokens: measured, policy: 'as-recorded', evidence: evidence('recorded') })).toEqual([
    { what: 'too-low', tokens: 300 },
  ]);
  expect(beyondBlocks({ tokens: unmeasured, policy: 'full' })).toEqual([]);
});

it('blames no estimate where the record of the log is not what was sent, as the captured request shows', () => {
  const tokens = { recorded: 900, counted: 600, estimated: 0, unaccounted: 300, tokenizer: null, cached: null };
  const view = { tokens: { ...tokens, base: null, events: null, unexplained: null }, policy: 'as-recorded' };
  const evidence = { state: 'recorded' as const, rule: '' };
  for (const verdict of [null, 'verified'] as const) {
    expect(beyondBlocks({ ...view, evidence }, verdict)).toEqual([{ what: 'too-low', tokens: 300 }]);
    expect(restIn({ unaccounted: 300, base: null }, 'recorded', verdict)).toEqual({ words: 'estimates too low', tokens: 300 });
  }
  expect(beyondBlocks({ ...view, evidence }, 'differs')).toEqual([{ what: 'unaccounted', tokens: 300 }]);
  expect(restIn({ unaccounted: 300, base: null }, 'recorded', 'differs')).toEqual({ words: 'unaccounted', tokens: 300 });
});
