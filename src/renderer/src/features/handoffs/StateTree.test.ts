import { describe, expect, it } from 'vitest';
import type { StateNode, StatePath, StateRef } from '../../../../shared/model/index.ts';
import { stateCommand } from './StateTree.tsx';
import { isContainer, isLong, type Row } from './tree.ts';

const leaf = (path: StatePath, more: Partial<StateNode> = {}): Row => ({
  ...{ path, type: 'string', text: '"x"', chars: 3, count: 0, open: false, ref: null, change: null, before: null },
  ...more,
});
const object = (path: StatePath, open: boolean): Row => leaf(path, { type: 'object', text: '', count: 2, open });
const cites: StateRef = { path: [], kind: 'entry', text: '7', status: 'resolved', tape: 't', seq: 7, label: '' };
const gap: Row = { ...leaf(['a', '…2']), gap: { path: ['a'], from: 2, count: 5 } };
const rows = [
  object(['a'], true),
  leaf(['a', 'b']),
  object(['a', 'c'], false),
  gap,
  leaf(['d'], { chars: 900 }),
  leaf(['e'], { ref: cites }),
];

const pressed = (key: string, at: number, { whole = false, ...more }: { whole?: boolean; shiftKey?: boolean; ctrlKey?: boolean } = {}) =>
  stateCommand({ key, shiftKey: false, ctrlKey: false, metaKey: false, ...more }, rows, at, whole);

describe('keys in the tree of a state', () => {
  it('go up and down, and stop at both ends', () => {
    expect(pressed('ArrowDown', 0)).toEqual({ type: 'move', to: 1 });
    expect(pressed('ArrowUp', 0)).toEqual({ type: 'move', to: 0 });
    expect(pressed('ArrowDown', 5)).toEqual({ type: 'move', to: 5 });
    expect(pressed('End', 0)).toEqual({ type: 'move', to: 5 });
    expect(pressed('Home', 5)).toEqual({ type: 'move', to: 0 });
  });

  it('unfold and go inside, fold and go out', () => {
    expect(pressed('ArrowRight', 0)).toEqual({ type: 'move', to: 1 });
    expect(pressed('ArrowRight', 2)).toEqual({ type: 'toggle' });
    expect(pressed('ArrowRight', 3)).toEqual({ type: 'toggle' });
    expect(pressed('ArrowRight', 4)).toEqual({ type: 'toggle' });
    expect(pressed('ArrowRight', 4, { whole: true })).toBeNull();
    expect(pressed('ArrowRight', 1)).toBeNull();
    expect(pressed('ArrowLeft', 0)).toEqual({ type: 'toggle' });
    expect(pressed('ArrowLeft', 4, { whole: true })).toEqual({ type: 'toggle' });
    expect(pressed('ArrowLeft', 2)).toEqual({ type: 'move', to: 0 });
    expect(pressed('ArrowLeft', 5)).toBeNull();
  });

  it('follow what a value cites, fetch what is missing, copy', () => {
    expect(pressed('Enter', 5)).toEqual({ type: 'follow' });
    expect(pressed('Enter', 3)).toEqual({ type: 'toggle' });
    expect(pressed('Enter', 1)).toBeNull();
    expect(pressed('c', 1)).toEqual({ type: 'copy-value' });
    expect(pressed('C', 1, { shiftKey: true })).toEqual({ type: 'copy-path' });
    expect(pressed('c', 1, { ctrlKey: true })).toBeNull();
    expect(pressed('c', 3)).toBeNull();
    expect(stateCommand({ key: 'ArrowDown', shiftKey: false, ctrlKey: false, metaKey: false }, [], 0, false)).toBeNull();
  });
});

it('what is nested deeper than any path is read as a text', () => {
  const deepest = object(
    Array.from({ length: 200 }, () => 'a'),
    false,
  );
  expect([isContainer(deepest), isLong(deepest)]).toEqual([false, true]);
  expect([isContainer(object(['a'], false)), isLong(object(['a'], false))]).toEqual([true, false]);
});
