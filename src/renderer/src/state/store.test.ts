import { beforeEach, describe, expect, it } from 'vitest';
import type { Problem } from '../../../shared/model/index.ts';
import { fromHash, NOWHERE, toHash } from './hash.ts';
import { useStore } from './store.ts';

const state = () => useStore.getState();
const problem: Problem = { line: 9, offset: 400, length: 12, outcome: 'unreadable', reason: 'The line ends inside a string.' };

describe('selection', () => {
  beforeEach(() => state().openTape('one', { step: 4 }));

  it('leaves the playhead where it is', () => {
    state().select(40);
    expect([state().entry, state().step]).toEqual([40, 4]);
  });

  it('goes back and forward through what was inspected, lines that could not be read among it', () => {
    state().select(40);
    state().inspectProblem(problem);
    state().select(41);
    state().walkTrail(-1);
    expect([state().entry, state().problem]).toEqual([null, problem]);
    state().walkTrail(-1);
    expect([state().entry, state().problem]).toEqual([40, null]);
    state().walkTrail(-1);
    expect(state().entry).toBe(40);
    state().walkTrail(1);
    expect(state().problem).toEqual(problem);
  });

  it('drops what lay ahead once another way is taken, and does not note one entry twice', () => {
    for (const seq of [1, 2, 3]) state().select(seq);
    state().walkTrail(-1);
    state().select(9);
    state().select(9);
    expect(state().trail).toEqual([{ entry: 1 }, { entry: 2 }, { entry: 9 }]);
  });

  it('leaves a merge behind with its tape', () => {
    state().setPanel('merge');
    state().openTape('two');
    expect(state().panel).toBe('context');
    state().openTape('three', { panel: 'merge' });
    expect(state().panel).toBe('merge');
    state().setPanel('context');
  });

  it('starts from scratch with another tape, in the view that was open', () => {
    state().setPanel('entries');
    state().setPolicy('full');
    state().select(3);
    state().openTape('two');
    expect(state()).toMatchObject({ tape: 'two', step: null, entry: null, policy: 'as-recorded', panel: 'entries', trail: [] });
  });
});

describe('a click with Ctrl', () => {
  const at = (step: number) => ({ tape: 'one', step, policy: 'as-recorded' as const });
  const clicked = (here: number, ...steps: number[]) => {
    for (const step of steps) state().compareWith(at(here), at(step));
    return state().sides.map((side) => 'step' in side && side.step);
  };
  beforeEach(() => state().setSides([]));

  it('compares with the place of the reader; each more adds one, the same again removes it', () => {
    expect(clicked(4, 7)).toEqual([4, 7]);
    expect(clicked(4, 9, 7)).toEqual([4, 9]);
  });

  it('begins again from another place, unless a single one was taken', () => {
    expect(clicked(4, 7)).toEqual([4, 7]);
    expect(clicked(2, 9)).toEqual([2, 9]);
    state().setSides([at(1)]);
    expect(clicked(2, 9)).toEqual([1, 9]);
  });

  it('takes the place of the reader alone where that is clicked', () => {
    expect(clicked(4, 4)).toEqual([4]);
    expect(clicked(4, 4)).toEqual([]);
  });
});

describe('the list of changes', () => {
  const here = { ...NOWHERE, tape: 'one', step: 4 };
  beforeEach(() => {
    state().openTape('one', { step: 4 });
    state().setPanel('context');
    state().setOverlay(null);
  });

  it('is a part of the place, with the step that this one is held against, until it is closed', () => {
    state().setOverlay('changes');
    expect(toHash(state())).toBe('#/tape/one?step=4&changes=before');
    state().setChanges(2);
    expect(toHash(state())).toBe('#/tape/one?step=4&changes=2');
    state().setOverlay(null);
    expect(toHash(state())).toBe('#/tape/one?step=4');
  });

  it('is opened by a place that has it, and closed on the way back to one that does not', () => {
    state().goTo({ ...here, changes: 3 });
    expect(state()).toMatchObject({ overlay: 'changes', changes: 3 });
    state().goTo({ ...here, instead: 'full' });
    expect(state()).toMatchObject({ overlay: null, changes: null });
    state().setOverlay('settings');
    state().goTo({ ...here, changes: 0 });
    expect(state().overlay).toBe('changes');
  });
});

describe('what if', () => {
  beforeEach(() => {
    state().openTape('one', { step: 4 });
    state().setOverlay(null);
  });

  it('is a part of the place: another policy than the one that is set, which other views leave as it is', () => {
    state().openWhatIf();
    expect(state()).toMatchObject({ panel: 'what-if', instead: null });
    state().setInstead('full');
    state().setPanel('compare');
    state().openWhatIf();
    expect(state()).toMatchObject({ panel: 'what-if', instead: 'full' });
    state().setInstead('as-recorded');
    expect(state().instead).toBeNull();
    state().goTo({ ...NOWHERE, tape: 'one', step: 4 });
    state().openWhatIf('summary');
    state().goTo({ ...NOWHERE, tape: 'one', step: 4 });
    expect(state()).toMatchObject({ panel: 'context', instead: 'summary' });
    state().openWhatIf();
    expect(toHash(state())).toBe('#/tape/one?step=4&view=what-if&instead=summary');
  });

  it('is what a link with another policy leads to, from when that was a dialog', () => {
    expect(fromHash('#/tape/one?step=4&view=graph&instead=full')).toMatchObject({ panel: 'what-if', instead: 'full' });
    state().goTo({ ...NOWHERE, tape: 'two', panel: 'what-if', instead: 'full' });
    expect(state()).toMatchObject({ tape: 'two', panel: 'what-if', overlay: null, instead: 'full' });
  });
});

describe('how the views are set', () => {
  it('goes with the reader to another tape, but for what is of one tape', () => {
    state().openTape('one');
    state().setFamily(true);
    state().setSecond(2);
    state().setRows('file');
    state().setGraph({ family: true });
    state().setKinds(['anchor']);
    state().openTape('two');
    expect(state()).toMatchObject({ family: true, second: 2, rows: 'file', graph: { family: true, agents: 'nested' }, kinds: [] });
    state().goTo({ ...NOWHERE, tape: 'two' });
    expect(state()).toMatchObject({ family: false, second: 1, rows: 'entry', graph: { family: false } });
  });
});
