import { expect, it } from 'vitest';
import type { Sums } from '../../../../shared/model/index.ts';
import { money } from './figures.ts';

const NOTHING: Sums = {
  ...{ sessions: 1, subAgents: 0, steps: 4, silent: 4, errors: 0, compactions: 0, input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  ...{ priced: 0, dollars: 0, computed: 0, unpriced: 0 },
};

it('says that a price is lacking only where there are tokens that have none', () => {
  expect(money(NOTHING)).toBe('–');
  expect(money({ ...NOTHING, silent: 0, input: 900, unpriced: 4 })).toBe('no price');
  expect(money({ ...NOTHING, silent: 0, input: 900, computed: 0.5, unpriced: 1 })).toBe('≥ $0.50');
});
