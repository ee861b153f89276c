import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PairedFlow, type PairedProvenance, PROVENANCE_GROUPS } from '../../../../shared/model/index.ts';
import { mirrorOf } from './mirror.ts';

const drawnFlow = fc.record({
  ...{
    side: fc.constantFrom('a' as const, 'b' as const),
    source: fc.nat(12),
    place: fc.nat(6),
    tokens: fc.nat(20_000),
    share: fc.nat(100),
  },
});

/** Two contexts that add up: each flow once. */
const pairs = fc
  .uniqueArray(drawnFlow, { minLength: 1, maxLength: 50, selector: ({ side, source, place }) => `${side} ${source} ${place}` })
  .map((drawn): PairedProvenance => {
    const flows = drawn.map(({ side, source, place, tokens, share }): PairedFlow => {
      return { side, source: `s${source}`, place: `p${place}`, name: `Place ${place}`, tokens, same: Math.floor((tokens * share) / 100) };
    });
    const sum = (side: 'a' | 'b', source?: string): number =>
      flows.reduce((total, flow) => total + (flow.side === side && (source ?? flow.source) === flow.source ? flow.tokens : 0), 0);
    const sources = [...new Set(flows.map(({ source }) => source))].map((id, at) => ({
      ...{ id, group: PROVENANCE_GROUPS[at % 4] ?? 'files', name: id, code: true, a: sum('a', id), b: sum('b', id), same: 0 },
    }));
    const side = (total: number) => ({ tape: 't', title: 'T', step: 1, total });
    return { a: side(sum('a')), b: side(sum('b')), same: 0, sources, flows };
  });

describe('two contexts around one list', () => {
  it('have bars as tall as their tokens in both columns of a side, and rows that never overlap', () => {
    fc.assert(
      fc.property(pairs, fc.integer({ min: 800, max: 1600 }), (pair, width) => {
        const mirror = mirrorOf(pair, width);
        for (const side of ['a', 'b'] as const) {
          const columns = [mirror.places, mirror.sources].map((bars) => bars.filter((bar) => bar.side === side));
          const [places = 0, sources = 0] = columns.map((bars) => bars.reduce((sum, { height }) => sum + height, 0));
          expect(places).toBeCloseTo(sources, 3);
          for (const bars of columns)
            bars.slice(1).forEach((bar, at) => {
              const before = bars[at];
              expect(bar.y).toBeGreaterThanOrEqual((before?.y ?? 0) + (before?.height ?? 0) - 1e-6);
              expect(bar.middle - (before?.middle ?? 0)).toBeGreaterThanOrEqual(14.9);
            });
          for (const { y, height } of columns.flat()) expect(y + height).toBeLessThanOrEqual(mirror.height + 1);
        }
      }),
    );
  });

  it('lose no flow: each has a band for what is the same, and one for what is not', () => {
    fc.assert(
      fc.property(pairs, (pair) => {
        const { ribbons } = mirrorOf(pair, 1200);
        const bands = pair.flows.reduce((sum, { tokens, same }) => sum + Number(same > 0) + Number(tokens > same), 0);
        expect(ribbons).toHaveLength(bands);
        expect(new Set(ribbons.map(({ key }) => key)).size).toBe(bands);
        for (const { path } of ribbons) expect(path).not.toMatch(/NaN|Infinity/);
      }),
    );
  });
});
