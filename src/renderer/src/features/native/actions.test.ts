import { describe, expect, it } from 'vitest';
import { drawnTape } from '../../../../shared/library/testing.ts';
import type { TapeRow } from '../../../../shared/model/index.ts';
import { headSides, offersOf, openForksOf, placeOf, READ_ONLY, type Situation, tapeName } from './actions.ts';
import { entryIn } from './place.ts';

const tape = (part: Partial<TapeRow>) => drawnTape('t', { entries: 9, ...part });
const native = (fork: string | null = null, open = true) => ({ workspace: 'w', session: 'main', fork, open });
const at = (part: Partial<Situation>): Situation => ({
  tape: null,
  readOnly: false,
  entry: null,
  openForks: 0,
  readsLines: false,
  ...part,
});

describe('what may be written', () => {
  it('to no tape is a new workspace, to a foreign one a continuation', () => {
    expect(offersOf(at({}))).toEqual({ 'native.start': null });
    expect(offersOf(at({ tape: tape({}) }))).toEqual({ 'native.start': null, 'native.line': null, 'native.continue': null });
  });

  it('to a session is all, once an entry is selected and a fork is open', () => {
    const session = tape({ native: native() });
    const all = offersOf(at({ tape: session, entry: 4, openForks: 1 }));
    expect(Object.values(all).filter((why) => why !== null)).toEqual([]);
    const bare = offersOf(at({ tape: session }));
    expect(Object.entries(bare).flatMap(([action, why]) => (why === null ? [] : [action]))).toEqual([
      'native.correct',
      'native.mark',
      'native.merge',
      'native.discard',
    ]);
  });

  it('to a fork is not a fork and no reset, and to a merged one nothing', () => {
    const open = offersOf(at({ tape: tape({ native: native('idea') }), entry: 4, openForks: 1 }));
    expect(Object.entries(open).flatMap(([action, why]) => (why === null ? [] : [action]))).toEqual(['native.fork', 'native.reset']);
    const merged = offersOf(at({ tape: tape({ native: native('idea', false) }), entry: 4 }));
    expect(merged['native.line']).toContain('idea was merged');
    expect(merged['native.merge']).toContain('idea was merged');
    expect(merged['native.discard']).toContain('idea was merged');
  });

  it('to a log whose agent has such commands is nothing, but those that read may be asked of it, on any host', () => {
    expect(offersOf(at({ tape: tape({}), readOnly: true }))['native.line']).toBe(READ_ONLY);
    expect(offersOf(at({ tape: tape({}), readOnly: true, readsLines: true }))['native.line']).toBeNull();
  });

  it('a session and a fork of it are compared at their last steps', () => {
    const [session, fork] = [tape({ id: 's', steps: 3 }), tape({ id: 'f', steps: 4 })];
    expect(headSides(session, fork, 'full')?.map(({ tape: id, step }) => [id, step])).toEqual([
      ['s', 3],
      ['f', 4],
    ]);
    expect([headSides(undefined, fork, 'full'), headSides(tape({ steps: 0 }), fork, 'full')]).toEqual([null, null]);
  });

  it('on a host that only reads is nothing, but a merge may be looked at', () => {
    const foreign = offersOf(at({ tape: tape({}), readOnly: true }));
    expect(Object.values(foreign)).toEqual([READ_ONLY, READ_ONLY, READ_ONLY]);
    const own = offersOf(at({ tape: tape({ native: native() }), readOnly: true, entry: 4, openForks: 1 }));
    expect(Object.entries(own).flatMap(([action, why]) => (why === null ? [action] : []))).toEqual(['native.merge']);
  });
});

describe('where a fork begins', () => {
  it('is the selected entry, else the end of the step at the playhead, else the end of the tape', () => {
    const here = { entry: null, step: null, lastOfStep: 6, entries: 9 };
    expect(placeOf({ ...here, entry: 4 })).toBe(4);
    expect(placeOf({ ...here, step: 2 })).toBe(6);
    expect(placeOf(here)).toBe(9);
    expect(placeOf({ ...here, step: 2, lastOfStep: null })).toBe(9);
  });

  it('may be typed, within the tape', () => {
    expect(entryIn(' #4 ', 9).seq).toBe(4);
    for (const text of ['', '0', '10', '4.5', 'four'])
      expect(entryIn(text, 9)).toMatchObject({ seq: null, wrong: 'A number from 1 to 9.' });
  });
});

describe('forks of a session', () => {
  const tapes = [
    tape({ id: 'main', native: native() }),
    tape({ id: 'a', parent: 'main', native: native('a') }),
    tape({ id: 'b', parent: 'main', native: native('b', false) }),
    tape({ id: 'sub', parent: 'main' }),
    tape({ id: 'c', parent: 'other', native: native('c') }),
  ];
  it('are those that are open, seen from the session and from each fork', () => {
    for (const from of [0, 1, 2]) expect(openForksOf(tapes, tapes[from] ?? null).map(({ id }) => id)).toEqual(['a']);
    expect(openForksOf(tapes, tapes[3] ?? null)).toEqual([]);
  });

  it('are named with their session', () => {
    expect([tapeName(native()), tapeName(native('a'))]).toEqual(['main', 'a, fork of main']);
  });
});
