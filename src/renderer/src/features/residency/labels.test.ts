import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countsOf } from './labels.ts';

it('counts each entry once, and those that left at least once', () => {
  const stay = fc.record({ seq: fc.integer({ min: 1, max: 30 }), left: fc.nat(2) });
  fc.assert(
    fc.property(fc.array(stay), (stays) => {
      const counts = countsOf({ seq: Uint32Array.from(stays, ({ seq }) => seq), left: Uint8Array.from(stays, ({ left }) => left) });
      const gone = new Set(stays.filter(({ left }) => left > 0).map(({ seq }) => seq));
      expect(counts).toEqual({ entries: new Set(stays.map(({ seq }) => seq)).size, gone: gone.size });
    }),
  );
});
