import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createPile } from './pile.ts';
import { joined, type Range, without } from './ranges.ts';

const ranges = fc.array(fc.tuple(fc.nat(30), fc.nat(6)).map(([from, length]): Range => [from, from + length]));
const each = (list: readonly Range[]): number[] => list.flatMap(([from, to]) => Array.from({ length: to - from }, (_, at) => from + at));

it('joins ranges and takes them from each other as the numbers in them', () => {
  fc.assert(
    fc.property(ranges, ranges, (some, others) => {
      const [a, b] = [joined(some), joined(others)];
      expect(each(a)).toEqual([...new Set(each(some))].sort((x, y) => x - y));
      expect(each(without(a, b))).toEqual(each(a).filter((one) => !each(b).includes(one)));
    }),
  );
});

it('takes what still fits, the newest first, and skips what nothing of fits', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9), { maxLength: 200 }), fc.nat(300), fc.nat(200), fc.nat(200), (tokens, room, free, start) => {
      const pile = createPile();
      for (const [at, one] of tokens.entries()) pile.add({ seqs: [at], at, tokens: one });
      if (free < tokens.length) pile.free(free, true);
      let left = room;
      const wanted: number[] = [];
      for (let at = tokens.length - 1; at >= start; at -= 1) {
        const one = at === free ? 0 : (tokens[at] ?? 0);
        if (one > left) continue;
        left -= one;
        wanted.push(at);
      }
      expect(each(joined(pile.fitting(Math.min(start, tokens.length), tokens.length, room)))).toEqual(wanted.toReversed());
    }),
  );
});
