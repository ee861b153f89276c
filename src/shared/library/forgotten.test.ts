import { expect, it } from 'vitest';
import { withoutForgotten } from './forgotten.ts';
import { drawnTape } from './testing.ts';

const own = { favourite: false, title: null, tags: [], forgotten: true };

it('leaves out what was forgotten, with all that was made from or for it', () => {
  const tapes = [drawnTape('a', { own }), drawnTape('b', { parent: 'a' }), drawnTape('c', { parent: 'b' }), drawnTape('d')];
  expect(withoutForgotten(tapes).map(({ id }) => id)).toEqual(['d']);
});

it('is the same list where nothing is forgotten, and ends where tapes name each other', () => {
  const tapes = [drawnTape('a', { parent: 'b' }), drawnTape('b', { parent: 'a' })];
  expect(withoutForgotten(tapes)).toBe(tapes);
  expect(withoutForgotten([...tapes, drawnTape('c', { own })]).map(({ id }) => id)).toEqual(['a', 'b']);
});
