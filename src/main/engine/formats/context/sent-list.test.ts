import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Sends } from '../../../../shared/model/index.ts';
import { differenceTo, type Sent, sentBy } from './sent-list.ts';

/** Histories that grow, lose entries, begin again, and go on from older ones. */
const lists = fc.array(
  fc.oneof(
    fc.record({ how: fc.constant('grow' as const), by: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ how: fc.constant('drop' as const), at: fc.nat(20) }),
    fc.record({ how: fc.constant('begin' as const), by: fc.integer({ min: 0, max: 3 }) }),
    fc.record({ how: fc.constant('back' as const), to: fc.nat(9) }),
  ),
  { minLength: 1, maxLength: 80 },
);

describe('what requests sent, as differences', () => {
  it('comes out as it went in, however the history changed', () => {
    fc.assert(
      fc.property(lists, (changes) => {
        const kept = new Map<number, Sends>();
        const newest: Sent[] = [];
        const all: number[][] = [[]];
        let seq = 0;
        for (const change of changes) {
          const last = all.at(-1) ?? [];
          const added = (by: number): number[] => Array.from({ length: by }, () => ++seq);
          const list =
            change.how === 'grow'
              ? [...last, ...added(change.by)]
              : change.how === 'drop'
                ? last.filter((_, at) => at !== change.at)
                : change.how === 'begin'
                  ? added(change.by)
                  : (all.at(-1 - change.to) ?? []);
          seq += 1;
          const { sends, depth } = differenceTo(newest, list);
          kept.set(seq, sends);
          newest.push({ seq, list, depth });
          if (newest.length > 8) newest.shift();
          all.push(list);
          expect(sends.count).toBe(list.length);
          expect(sentBy(seq, (one) => kept.get(one))).toEqual(list);
        }
      }),
    );
  });

  it('keeps of a history that only grew what is new', () => {
    const before = [{ seq: 9, list: [1, 2, 3], depth: 0 }];
    expect(differenceTo(before, [1, 2, 3, 4, 5, 7]).sends).toEqual({
      base: 9,
      keep: 3,
      runs: [
        [4, 5],
        [7, 7],
      ],
      count: 6,
    });
  });

  it('is not known where an entry of the chain is not at hand', () => {
    expect(sentBy(4, () => undefined)).toBeNull();
    expect(sentBy(4, (seq) => (seq === 4 ? { base: 3, keep: 1, runs: [], count: 1 } : undefined))).toBeNull();
    expect(sentBy(4, () => ({ base: 4, keep: 1, runs: [], count: 1 }))).toBeNull();
  });
});
