import { expect, it } from 'vitest';
import { aboutDollars } from './money.ts';

it('marks no estimate that is less than can be shown', () => {
  expect([0.000_01, 0.0042, 0.42, 14.2].map(aboutDollars)).toEqual(['< $0.0001', '~$0.0042', '~$0.42', '~$14.20']);
});
