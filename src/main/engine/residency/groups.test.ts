import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOf } from './groups.ts';

const STEPS = 12;
const stay = fc.record({
  of: fc.nat(3),
  from: fc.nat(STEPS - 1),
  length: fc.nat(STEPS),
  tokens: fc.nat(50),
  changed: fc.nat(STEPS),
  before: fc.nat(50),
});

describe('runs', () => {
  it('weigh at each step what the stays of their row weigh there, and stand only where there is one', () => {
    fc.assert(
      fc.property(fc.array(stay), (list) => {
        const stays = list.map((one) => ({ ...one, to: Math.min(STEPS - 1, one.from + one.length) }));
        // Some weighed otherwise at first.
        const changes = stays.flatMap(({ from, to, changed, before }, at) =>
          from < changed && changed <= to ? [{ at, changed, before }] : [],
        );
        const earlier = {
          stay: Uint32Array.from(changes, ({ at }) => at),
          until: Uint32Array.from(changes, ({ changed }) => changed),
          tokens: Uint32Array.from(changes, ({ before }) => before),
        };
        const column = (key: 'of' | 'from' | 'to' | 'tokens') => Uint32Array.from(stays, (one) => one[key]);
        const runs = runsOf({ from: column('from'), to: column('to'), tokens: column('tokens'), earlier }, column('of'));
        for (let row = 0; row < 4; row++) {
          for (let step = 0; step < STEPS; step++) {
            const there = stays.filter((one) => one.of === row && one.from <= step && step <= one.to);
            const found = [...runs.row.keys()].filter(
              (at) => runs.row[at] === row && (runs.from[at] ?? 0) <= step && step <= (runs.to[at] ?? 0),
            );
            expect(found).toHaveLength(there.length > 0 ? 1 : 0);
            expect(runs.tokens[found[0] ?? -1] ?? 0).toBe(
              there.reduce(
                (sum, one) => sum + (one.from < one.changed && one.changed <= one.to && step < one.changed ? one.before : one.tokens),
                0,
              ),
            );
          }
        }
      }),
    );
  });
});
