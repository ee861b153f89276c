import { expect, it } from 'vitest';
import { formats } from '../../formats/index.ts';
import { DRAWINGS } from './drawings.ts';
import { holdDrawn } from './drawn-laws.ts';
import { holdHostile } from './hostile-laws.ts';

for (const [id, drawing] of Object.entries(DRAWINGS)) {
  for (const one of drawing.also ? [drawing, drawing.also] : [drawing]) {
    holdDrawn(id, one);
    holdHostile(id, one);
  }
}

it('are held by every format that is read', () => {
  expect(Object.keys(DRAWINGS).toSorted()).toEqual(
    formats()
      .map(({ id }) => id)
      .toSorted(),
  );
});
