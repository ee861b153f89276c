import { describe, expect, it } from 'vitest';
import type { Annotation } from '../../../../shared/model/index.ts';
import type { NoteIndex } from '../../data/annotationHooks.ts';
import { recorder } from '../tape/testing/draw.ts';
import { chartOfEntries, chartOfGroups } from './chart.ts';
import { drawNotes } from './draw.ts';
import { frameOf, layoutOf, xOf, yOf } from './layout.ts';
import { notedRows, notesOfGroup } from './notes.ts';
import { groupEnds } from './rows.ts';
import type { Scene } from './scene.ts';

const written = (target: Annotation['target'], text: string): Annotation => ({
  ...{ id: text, tape: 't', file: 'f', target, text, label: null, written: 0, changed: 0, stale: false },
});
const onThree = written({ type: 'entry', seq: 3 }, 'why three');
const around = { ...written({ type: 'span', from: 8, to: 20 }, 'all of these'), target: { type: 'span' as const, from: 8, to: 20 } };
const index: NoteIndex = {
  entries: new Map([
    [3, [onThree]],
    [4, [written({ type: 'entry', seq: 4 }, 'never in context')]],
  ]),
  spans: [around],
  ranges: [
    [3, 3],
    [4, 4],
    [8, 20],
  ],
};
const answer = {
  steps: Uint32Array.of(1, 2, 3, 4),
  seq: Uint32Array.of(9, 3, 5, 3),
  from: Uint32Array.of(0, 2, 1, 0),
  to: Uint32Array.of(3, 3, 3, 0),
  tokens: Uint32Array.of(1, 1, 1, 1),
  groups: null,
  outside: [],
};
const NOBODY: NoteIndex = { entries: new Map(), spans: [], ranges: [] };

describe('annotations in the chart', () => {
  it('are at the row of an entry and the first step that saw it, those of a span at each of its entries', () => {
    const chart = chartOfEntries(answer);
    expect(notedRows(chart, answer, index)).toEqual([
      { row: 0, at: 0, notes: [onThree] },
      { row: 2, at: 0, notes: [around] },
    ]);
    expect(notedRows(chart, answer, NOBODY)).toEqual([]);
  });

  it('are at the group of an entry, which tells all of them once', () => {
    const row = { name: 'Read', rest: false, written: false, entries: 1, tokens: 1, exact: true, steps: 1, cost: 1 };
    const runs = { row: Uint32Array.of(0, 1), from: Uint32Array.of(0, 0), to: Uint32Array.of(3, 3), tokens: Float64Array.of(1, 1) };
    const groups = { by: 'tool' as const, rows: [row, row], of: Uint32Array.of(1, 1, 0, 1), ...runs, complete: true };
    const chart = chartOfGroups(4, groups);
    expect(notedRows(chart, { ...answer, groups }, index).map(({ row: at }) => at)).toEqual([1, 1]);
    expect(notesOfGroup(index, { ...answer, groups }, 1)).toEqual([around, onThree]);
    expect(notesOfGroup(index, { ...answer, groups }, 0)).toEqual([]);
    expect(groupEnds({ ...answer, groups }, 1)).toEqual({ first: 1, left: null });
    expect(groupEnds({ ...answer, groups: { ...groups, to: Uint32Array.of(1, 3) } }, 0)).toEqual({ first: 1, left: 3 });
    expect(groupEnds({ ...answer, groups }, 7)).toBeNull();
  });

  it('are a dot each before the bar, one for each spot, and none out of view', () => {
    const layout = layoutOf(900, 500);
    const colours = { panel: 'panel', text: 'text' };
    const dots = (rows: { from: number; to: number }, noted: Scene['noted']) => {
      const { pen, calls } = recorder();
      const frame = frameOf(layout, rows, { from: 0, to: 4 });
      drawNotes(pen, { layout, frame, colours, noted } as Scene);
      return calls.filter(({ name, args }) => name === 'fillRect' && args[2] === 3).map(({ args }) => [Number(args[0]), Number(args[1])]);
    };
    const at = (row: number, step: number) => ({ row, at: step, notes: [onThree] });
    const [[x = 0, y = 0] = []] = dots({ from: 0, to: 20 }, [at(4, 2)]);
    const frame = frameOf(layout, { from: 0, to: 20 }, { from: 0, to: 4 });
    expect(x).toBeLessThan(xOf(layout, frame, 2));
    expect(x).toBeGreaterThan(xOf(layout, frame, 1.9));
    expect(y).toBeGreaterThan(yOf(layout, frame, 4));
    expect(y).toBeLessThan(yOf(layout, frame, 5));
    expect(dots({ from: 10, to: 20 }, [at(4, 2)])).toEqual([]);
    expect(
      dots(
        { from: 0, to: 100_000 },
        Array.from({ length: 100 }, (_, row) => at(row, 0)),
      ).length,
    ).toBeLessThanOrEqual(2);
  });
});
