import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineThrough, otherBranches } from '../../../../shared/model/branches.ts';
import { axisOf } from './axis.ts';
import { contextLine } from './bins.ts';
import { branchName, branchWords, columnsOn, lanesOf, nextBranch, stepsAlong } from './branches.ts';
import type { Columns } from './columns.ts';
import { drawBranches } from './draw/branches.ts';
import { layoutOf } from './layout.ts';
import { columnsOf, recorder, sceneOf } from './testing/draw.ts';

/** Steps 2 and 3 left at step 1, step 5 left at step 4; 1, 4 and 6 are the newest line. */
const TAPE = {
  branches: [
    { first: 1, last: 6, steps: 3, from: null, entry: 1 },
    { first: 2, last: 3, steps: 2, from: 1, entry: 3 },
    { first: 5, last: 5, steps: 1, from: 4, entry: 9 },
  ],
  of: Uint32Array.of(1, 2, 2, 1, 3, 1),
};
const held = columnsOf('uauauauauaua', { steps: [2, 4, 6, 8, 10, 12], input: [10, 20, 30, 40, 50, 60] });
const lineOf = (step: number) => {
  const upTo = lineThrough(TAPE, step);
  return { tape: TAPE, upTo, last: [...upTo.values()][0] ?? 0, others: otherBranches(TAPE, upTo) };
};

describe('branches on the timeline', () => {
  it('leave the curve to the line of the playhead', () => {
    const curve = (step: number) => {
      const own = columnsOn(held, lineOf(step));
      const { scale } = sceneOf(own, 'step');
      return contextLine(own, axisOf('step', own), scale).map(({ tokens }) => tokens);
    };
    expect(curve(6)).toEqual([10, 40, 60]);
    expect(curve(2)).toEqual([10, 20, 30]);
    expect(curve(5)).toEqual([10, 40, 50]);
  });

  it('are drawn on as the tape grows, as they would be drawn from the start', () => {
    const shown = ({ stepTone, main, silent, steps }: Columns) => ({
      tones: Array.from(stepTone.subarray(0, steps)),
      curve: Array.from(main.levels[0]?.subarray(0, steps) ?? []),
      silent: Array.from(silent.codes.subarray(0, steps)),
    });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(2), fc.constantFrom(0, 1, 2), fc.nat(90)), { minLength: 1, maxLength: 90 }),
        fc.nat(2),
        (steps, on) => {
          const since = {};
          const of = Uint32Array.from(steps, ([branch]) => branch);
          const branches = [0, 1].map((at) => ({ first: 1, last: of.lastIndexOf(at + 1) + 1, steps: 1, from: null, entry: 1 }));
          const upTo = new Map([[on, branches[on]?.last ?? 0]]);
          const base = columnsOf('u'.repeat(steps.length), {
            steps: steps.map((_, at) => at + 1),
            input: steps.map(([, , tokens]) => tokens),
            stepTone: steps.map(([, tone]) => tone),
          });
          for (let many = 1; many <= steps.length; many += 7) {
            const part = { ...base, since, steps: many };
            const line = { tape: { branches, of: of.slice(0, many) }, upTo };
            expect(shown(columnsOn(part, line))).toEqual(shown(columnsOn({ ...part, since: {} }, line)));
          }
        },
      ),
    );
  });

  it('cost what is new of a tape that grows', () => {
    const since = {};
    const own = [6, 6].map((steps) => columnsOn({ ...held, since, steps }, lineOf(6)));
    expect(own[1]?.stepTone).toBe(own[0]?.stepTone);
    expect(own[1]?.main.levels[0]).toBe(own[0]?.main.levels[0]);
    expect(columnsOn({ ...held, since }, lineOf(2)).stepTone).not.toBe(own[0]?.stepTone);
  });

  it('have lanes of their own, one after the other where they do not overlap', () => {
    const { others } = lineOf(6);
    expect(lanesOf(others, 3).lanes.map((lane) => lane.map(({ branch }) => branch))).toEqual([[1, 2]]);
    const crossing = [others[0], others[0], others[0]].flatMap((aside) => aside ?? []);
    expect(lanesOf(crossing, 2)).toMatchObject({ lanes: [[{}], [{}]], more: 1 });
    expect(lineOf(3).others.map((aside) => `${branchName(aside)} · ${branchWords(aside)}`)).toEqual([
      'main · 2 steps after 1',
      'left at 4 · 1 step',
    ]);
  });

  it('draw a tick for each step, and never more than there are pixels', () => {
    const line = lineOf(6);
    const { pen, calls } = recorder();
    const base = sceneOf(held, 'entry');
    drawBranches(pen, { ...base, layout: layoutOf(1160, 220, { branches: 1 }), line, beside: lanesOf(line.others, 3) });
    expect(calls.filter(({ name }) => name === 'fillRect')).toHaveLength(3);
  });

  it('keep their lanes apart from all else', () => {
    for (const height of [108, 150, 220, 400]) {
      const { lanesEnd, branches, axis, area } = layoutOf(1160, height, { zoned: true, branches: 1, timed: true });
      const [lane] = branches;
      expect(area.height).toBeGreaterThanOrEqual(12);
      expect(lane?.top).toBeGreaterThanOrEqual(lanesEnd);
      expect((lane?.top ?? 0) + (lane?.height ?? 0)).toBeLessThanOrEqual(axis.top);
    }
  });

  it('are gone round by key, and keys go along one of them', () => {
    expect([6, 3, 5].map((step) => nextBranch(lineOf(step)))).toEqual([3, 5, 6]);
    expect([stepsAlong(TAPE, 6, 1, 10), stepsAlong(TAPE, 6, 3, -1), stepsAlong(TAPE, 6, 6, -1), stepsAlong(TAPE, 6, 3, 1)]).toEqual([
      6, 2, 4, 3,
    ]);
  });
});
