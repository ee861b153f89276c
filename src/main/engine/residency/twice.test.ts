import fc from 'fast-check';
import { expect, it } from 'vitest';
import { heldTwice } from './twice.ts';

const STEPS = 10;
/** Reads of three files, each entry once in context; every fourth entry is not a read. */
const stay = fc.record({ of: fc.nat(2), from: fc.nat(STEPS - 1), length: fc.nat(STEPS), tokens: fc.nat(50) });
const isRead = (seq: number): boolean => seq % 4 !== 0;

it('says at each step which files were read more than once, and what all but the newest of their reads weigh', () => {
  fc.assert(
    fc.property(fc.array(stay), (list) => {
      const stays = list.map((one, at) => ({ ...one, seq: at + 1, to: Math.min(STEPS - 1, one.from + one.length) }));
      const column = (key: 'seq' | 'of' | 'from' | 'to' | 'tokens') => Uint32Array.from(stays, (one) => one[key]);
      const columns = { seq: column('seq'), from: column('from'), to: column('to'), tokens: column('tokens') };
      const { reads, twice } = heldTwice({ ...columns, steps: new Uint32Array(STEPS) }, column('of'), isRead);
      const most = [0, 0, 0];
      for (let step = 0; step < STEPS; step++) {
        const sum = { files: 0, tokens: 0 };
        for (const file of [0, 1, 2]) {
          const there = stays.filter((one) => one.of === file && isRead(one.seq) && one.from <= step && step <= one.to);
          most[file] = Math.max(most[file] ?? 0, there.length);
          if (there.length < 2) continue;
          sum.files += 1;
          sum.tokens += there.slice(0, -1).reduce((weight, { tokens }) => weight + tokens, 0);
        }
        expect({ files: twice.files[step], tokens: twice.tokens[step] }).toEqual(sum);
      }
      expect([0, 1, 2].map((file) => reads.get(file) ?? 0)).toEqual(most);
    }),
  );
});
