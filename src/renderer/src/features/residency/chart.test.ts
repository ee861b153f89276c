import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barsIn } from './bars.ts';
import { chartOfEntries, chartOfGroups, endsOf, isOutside, nearestRow, rowOfEntry, stepIndex } from './chart.ts';
import { frameOf, layoutOf, spotAt, tickEvery, xOf, yOf } from './layout.ts';
import { holding, moved, zoomed } from './range.ts';

const stay = fc.record({ seq: fc.integer({ min: 1, max: 60 }), from: fc.nat(20), length: fc.nat(9) });
const columns = (stays: readonly { seq: number; from: number; length: number }[]) => ({
  steps: Uint32Array.from({ length: 30 }, (_, at) => at * 2 + 1),
  seq: Uint32Array.from(stays, ({ seq }) => seq),
  from: Uint32Array.from(stays, ({ from }) => from),
  to: Uint32Array.from(stays, ({ from, length }) => from + length),
  tokens: Uint32Array.from(stays, ({ seq }) => seq * 3),
  outside: [],
});
const frame = (rows: number, tall: number, across: number) => ({ rows: { from: 0, to: rows }, steps: { from: 0, to: 30 }, tall, across });

describe('the chart', () => {
  it('has a row for each entry, in order, with all of its stays', () => {
    fc.assert(
      fc.property(fc.array(stay), (stays) => {
        const chart = chartOfEntries(columns(stays));
        expect([...(chart.seqs ?? [])]).toEqual([...new Set(stays.map(({ seq }) => seq))].sort((a, b) => a - b));
        chart.seqs?.forEach((seq, row) => {
          const count = (chart.starts[row + 1] ?? 0) - (chart.starts[row] ?? 0);
          expect(count).toBe(stays.filter((one) => one.seq === seq).length);
        });
      }),
    );
  });

  it('is the same whatever the order of the stays', () => {
    fc.assert(
      fc.property(fc.array(stay), (stays) => {
        const inOrder = stays.toSorted((a, b) => a.seq - b.seq || a.from - b.from);
        expect(chartOfEntries(columns(stays))).toEqual(chartOfEntries(columns(inOrder)));
      }),
    );
  });

  it('has what is not an entry above all entries, a bar for each run of one weight', () => {
    const system = Float64Array.from({ length: 30 }, (_, at) => (at < 4 ? 900 : at < 9 ? 0 : 700));
    const stays = [{ seq: 7, from: 0, length: 3 }];
    const chart = chartOfEntries({ ...columns(stays), outside: [{ name: 'system', tokens: system }] });
    expect([...(chart.seqs ?? [])]).toEqual([0, 7]);
    expect([isOutside(chart, 0), isOutside(chart, 1), rowOfEntry(chart, 7), nearestRow(chart.seqs ?? new Uint32Array(), 1)]).toEqual([
      true,
      false,
      1,
      1,
    ]);
    const bars = [...chart.row.keys()].map((bar) => [chart.row[bar], chart.from[bar], chart.to[bar], chart.tokens[bar]]);
    expect(bars).toEqual([
      [0, 0, 3, 900],
      [0, 9, 29, 700],
      [1, 0, 3, 21],
    ]);
  });

  it('draws a bar for each stay where there is room', () => {
    fc.assert(
      fc.property(fc.array(stay, { minLength: 1 }), (stays) => {
        const chart = chartOfEntries(columns(stays));
        const bars = [...barsIn(chart, frame(chart.rows, 20, 10), () => 0)];
        expect(bars).toHaveLength(stays.length);
        for (const { x, width } of bars) expect(x + width).toBeLessThanOrEqual(301);
      }),
    );
  });

  it('joins rows that share a pixel, and covers every step that they do', () => {
    fc.assert(
      fc.property(fc.array(stay, { minLength: 40, maxLength: 120 }), (stays) => {
        const chart = chartOfEntries(columns(stays));
        const crowd = frame(chart.rows, 5 / chart.rows, 1);
        const covered = new Set<string>();
        let bars = 0;
        let asked = 0;
        const lane = (row: number): number => {
          asked += 1;
          return row % 4;
        };
        for (const { x, y, width } of barsIn(chart, crowd, lane)) {
          bars += 1;
          for (let at = x; at < x + width; at++) covered.add(`${y} ${at}`);
        }
        const wanted = new Set<string>();
        for (const [bar, row] of chart.row.entries())
          for (let at = chart.from[bar] ?? 0; at <= (chart.to[bar] ?? 0); at++) wanted.add(`${Math.floor(row * crowd.tall)} ${at}`);
        expect(covered).toEqual(wanted);
        expect(bars).toBeLessThanOrEqual(5 * 15);
        expect(asked).toBe(chart.rows);
      }),
    );
  });

  it('says when a row came and at which step it had left', () => {
    const chart = chartOfEntries(
      columns([
        { seq: 3, from: 0, length: 1 },
        { seq: 3, from: 6, length: 2 },
        { seq: 9, from: 1, length: 28 },
      ]),
    );
    expect(endsOf(chart, 0)).toEqual({ first: 0, left: 9 });
    expect(endsOf(chart, 1)).toEqual({ first: 1, left: null });
    expect(endsOf(chart, 2)).toBeNull();
    expect([3, 4, 9].map((seq) => rowOfEntry(chart, seq))).toEqual([0, null, 1]);
  });

  it('takes groups as they come', () => {
    const group = { name: 'Read', rest: false, written: false, entries: 2, tokens: 5, exact: true, steps: 4, cost: 9 };
    const runs = {
      row: Uint32Array.of(0, 1, 1),
      from: Uint32Array.of(0, 2, 4),
      to: Uint32Array.of(3, 3, 5),
      tokens: Float64Array.of(5, 9, 2),
    };
    const chart = chartOfGroups(6, { by: 'tool', rows: [group, group], of: new Uint32Array(), ...runs, complete: true });
    expect([...chart.starts]).toEqual([0, 1, 3]);
    expect(chart.heaviest).toBe(9);
    expect(endsOf(chart, 0)).toEqual({ first: 0, left: 4 });
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
          const near = zoomed({ from: 0, to: rows }, factor, Math.min(at, rows), rows, 12);
          for (const { from, to } of [near, moved(near, by % 10_000, rows), holding(near, at % rows, rows)]) {
            expect(from).toBeGreaterThanOrEqual(0);
            expect(to).toBeLessThanOrEqual(rows + 1e-9);
            expect(to - from).toBeGreaterThanOrEqual(Math.min(12, rows) - 1e-9);
          }
          const held = holding(near, at % rows, rows);
          expect(held.from).toBeLessThanOrEqual((at % rows) + 1e-9);
        },
      ),
    );
  });

  it('finds what is under a point where it was drawn', () => {
    const layout = layoutOf(900, 500);
    const view = frameOf(layout, { from: 2, to: 20 }, { from: 5, to: 25 });
    const chart = { rows: 100, steps: 30 };
    for (const [row, at] of [
      [2, 5],
      [9, 17],
      [19, 24],
    ] as const) {
      const x = xOf(layout, view, at + 0.5);
      expect(spotAt(layout, view, chart, x, yOf(layout, view, row + 0.5))).toEqual({ part: 'rows', row, at });
      expect(spotAt(layout, view, chart, x, layout.ledger.top + 5)).toEqual({ part: 'steps', row: -1, at });
    }
    expect(spotAt(layout, view, chart, 899, layout.rows.top + layout.rows.height / 2).part).toBe('map');
  });

  it('ticks at round steps with room between them', () => {
    expect([0.5, 3, 12, 60].map((pixels) => tickEvery(pixels, 50))).toEqual([100, 20, 5, 1]);
  });

  it('finds the row of an entry and the place of the playhead', () => {
    const seqs = Uint32Array.of(3, 9);
    expect([1, 3, 4, 9, 50].map((seq) => nearestRow(seqs, seq))).toEqual([0, 0, 1, 1, 1]);
    expect([0, 1, 2, 3, 99].map((step) => stepIndex(Uint32Array.of(1, 3, 5), step))).toEqual([-1, 0, 0, 1, 2]);
  });
});
