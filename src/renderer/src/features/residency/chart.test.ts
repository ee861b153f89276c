import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barsIn, chartOf, moved, rowOf, stepIndex, zoomed } from './chart.ts';

const stay = fc.record({ seq: fc.integer({ min: 1, max: 60 }), from: fc.nat(20), length: fc.nat(9) });
const columns = (stays: readonly { seq: number; from: number; length: number }[]) => ({
  steps: Uint32Array.from({ length: 30 }, (_, at) => at * 2 + 1),
  seq: Uint32Array.from(stays, ({ seq }) => seq),
  from: Uint32Array.from(stays, ({ from }) => from),
  to: Uint32Array.from(stays, ({ from, length }) => from + length),
});

describe('the chart', () => {
  it('has a row for each entry, in order, with all of its stays', () => {
    fc.assert(
      fc.property(fc.array(stay), (stays) => {
        const chart = chartOf(columns(stays));
        expect([...chart.seqs]).toEqual([...new Set(stays.map(({ seq }) => seq))].sort((a, b) => a - b));
        chart.seqs.forEach((seq, row) => {
          const count = (chart.starts[row + 1] ?? 0) - (chart.starts[row] ?? 0);
          expect(count).toBe(stays.filter((one) => one.seq === seq).length);
        });
      }),
    );
  });

  it('draws a bar for each stay where there is room', () => {
    fc.assert(
      fc.property(fc.array(stay, { minLength: 1 }), (stays) => {
        const chart = chartOf(columns(stays));
        const bars = [...barsIn(chart, { from: 0, to: chart.rows }, { width: 300, height: 2000 }, () => 0)];
        expect(bars).toHaveLength(stays.length);
        for (const { x, width } of bars) expect(x + width).toBeLessThanOrEqual(301);
      }),
    );
  });

  it('leaves out what is covered where rows share a pixel, and covers every pixel that it would have', () => {
    const pixels = (bars: Iterable<{ x: number; y: number; width: number }>) => {
      const set = new Set<string>();
      for (const { x, y, width } of bars) for (let at = Math.floor(x); at < x + width; at++) set.add(`${Math.floor(y)} ${at}`);
      return set;
    };
    fc.assert(
      fc.property(fc.array(stay, { minLength: 40, maxLength: 120 }), (stays) => {
        const chart = chartOf(columns(stays));
        const size = { width: 30, height: 5 };
        const rows = { from: 0, to: chart.rows };
        let colour = 0;
        const all = pixels(barsIn(chart, rows, size, () => colour++));
        expect(pixels(barsIn(chart, rows, size, () => 0))).toEqual(all);
      }),
    );
  });
});

describe('moving about', () => {
  it('never leaves the chart', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5000 }),
        fc.double({ min: 0.1, max: 10, noNaN: true }),
        fc.nat(5000),
        fc.integer(),
        (rows, factor, at, by) => {
          const near = zoomed({ from: 0, to: rows }, factor, Math.min(at, rows), rows);
          for (const { from, to } of [near, moved(near, by % 10_000, rows)]) {
            expect(from).toBeGreaterThanOrEqual(0);
            expect(to).toBeLessThanOrEqual(rows + 1e-9);
            expect(to - from).toBeGreaterThanOrEqual(Math.min(12, rows) - 1e-9);
          }
        },
      ),
    );
  });

  it('finds the row of an entry and the place of the playhead', () => {
    const chart = chartOf(
      columns([
        { seq: 3, from: 0, length: 1 },
        { seq: 9, from: 1, length: 1 },
      ]),
    );
    expect([1, 3, 4, 9, 50].map((seq) => rowOf(chart, seq))).toEqual([0, 0, 1, 1, 1]);
    expect([0, 1, 2, 3, 99].map((step) => stepIndex(Uint32Array.of(1, 3, 5), step))).toEqual([-1, 0, 0, 1, 2]);
  });
});
