import { beforeEach, describe, expect, it } from 'vitest';
import { useNativeState } from './state.ts';

const state = () => useNativeState.getState();

beforeEach(() => useNativeState.setState({ marked: {}, said: {} }));

describe('what is being written', () => {
  it('keeps marks by tape, in order, and forgets them when asked', () => {
    for (const seq of [9, 4, 7, 9]) state().toggleMark('a', seq);
    state().toggleMark('b', 1);
    expect(state().marked).toEqual({ a: [4, 7], b: [1] });
    state().clearMarks('a');
    state().toggleMark('b', 1);
    expect(state().marked).toEqual({});
  });

  it('gives each answer to its line, in whatever order they come', () => {
    const first = state().say('a', ',help');
    const second = state().say('a', 'hello');
    state().answer('a', second, { did: 'appended', lines: [], ids: [12] });
    state().answer('a', first, { did: 'command', lines: ['help'], ids: [] });
    expect(state().said.a?.map(({ line, did }) => `${line} ${did}`)).toEqual([',help command', 'hello appended']);
  });
});
