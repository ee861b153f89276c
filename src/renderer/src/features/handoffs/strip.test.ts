import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cardsIn, leftFor, startOf, widthOf } from './strip.ts';

const CARDS = 155;
const sight = fc.record({ left: fc.nat(widthOf(CARDS)), width: fc.integer({ min: 430, max: 3000 }) });
const endOf = (card: number): number => startOf(card + 1);

it('draws every card in sight, and few others', () => {
  fc.assert(
    fc.property(sight, ({ left, width }) => {
      const { from, to } = cardsIn({ left, width });
      for (let card = 0; card < CARDS; card++)
        if (endOf(card) > left && startOf(card) < left + width) expect(from <= card && card < to).toBe(true);
      expect(to - from).toBeLessThanOrEqual(width / 372 + 10);
    }),
  );
});

it('moves until a card is in sight, and no further', () => {
  fc.assert(
    fc.property(sight, fc.nat(CARDS - 1), ({ left: from, width }, card) => {
      const before = Math.max(0, Math.min(from, widthOf(CARDS) - width));
      const left = leftFor(card, { left: before, width }, CARDS);
      expect(left).toBeLessThanOrEqual(startOf(card));
      expect(left + width).toBeGreaterThanOrEqual(endOf(card));
      expect(leftFor(card, { left, width }, CARDS)).toBe(left);
      if (before < startOf(card) - 24 && before + width > endOf(card) + 24) expect(left).toBe(before);
    }),
  );
});
