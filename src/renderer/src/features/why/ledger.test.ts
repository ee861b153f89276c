import { expect, it } from 'vitest';
import type { Omission, View } from '../../../../shared/model/index.ts';
import { ledgerOf } from './ledger.ts';

const event = (type: string, step: number, tokens: number): View['events'][number] => ({ type, step, tokens, basis: 'inferred', note: '' });

const view = (tokens: Partial<View['tokens']>, part: Partial<View> = {}): View =>
  ({
    policy: 'as-recorded',
    evidence: { state: 'derived', rule: '' },
    blocks: [{}, {}, {}],
    events: [],
    omissions: [],
    ...part,
    tokens: { recorded: null, counted: 0, estimated: 0, base: null, events: null, unexplained: null, ...tokens },
  }) as View;

const said = (shown: View) => ledgerOf(shown).rows.map(({ name, note, tokens }) => [name, note, tokens]);

const cleared = (tokens: number, basis?: 'inferred'): Omission =>
  ({ reason: 'cleared', count: 2, tokens: { value: tokens, basis: 'estimated' }, ...(basis && { basis }) }) as Omission;

it('closes on what was recorded: base, events by type, entries, what was cleared, what is not explained', () => {
  const events = [
    event('tools-loaded', 31, 8412),
    event('not-logged', 40, 600),
    event('not-logged', 97, 530),
    event('results-cleared', 98, -9),
  ];
  const shown = view(
    { recorded: 142_310, base: 21_480, events: 9542, estimated: 111_000, unexplained: 64 },
    { events, omissions: [cleared(38_400, 'inferred')] },
  );
  expect(said(shown)).toEqual([
    ['base', 'not in any entry', 21_480],
    ['tools loaded', 'step 31', 8412],
    ['not logged', '2 times, last at step 97', 1130],
    ['entries', '3 in context', 149_624],
    ['probably not sent', '2 entries, inferred', -38_400],
    ['not explained', '', 64],
  ]);
  expect(said(shown).reduce((sum, [, , tokens]) => sum + Number(tokens), 0)).toBe(142_310);
  expect(ledgerOf(shown)).toMatchObject({ total: 142_310, basis: 'recorded' });
});

it('says what nobody measured as not explained, and weighs by estimate what was not sent', () => {
  expect(said(view({ recorded: 1000, estimated: 900 }))).toEqual([
    ['entries', '3 in context', 900],
    ['not explained', '', 100],
  ]);
  const next = ledgerOf(view({ base: 2000, events: 0, estimated: 900 }));
  expect(next).toMatchObject({ total: 2900, basis: 'estimated' });
  expect(next.rows.map(({ tokens }) => tokens)).toEqual([2000, 900]);
  expect(ledgerOf(view({ recorded: 5000, counted: 700, base: 2000 }, { policy: 'full' }))).toMatchObject({
    total: 2700,
    basis: 'estimated',
  });
});
