// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { LibraryPage, LibrarySpot, LibraryWish } from '../../data/libraryHooks.ts';
import type { SpotFor } from './spot.ts';
import { useStretch } from './useStretch.ts';

const ROW = 46;
const wish: LibraryWish = {
  ...{ look: 'tree', sort: 'newest', reverse: false, filter: '', group: 'none', toggled: [] },
  heights: { source: 34, project: 30, tape: ROW, nested: 28 },
};
const row = (tape: string, at: number) => ({ type: 'tape', key: `tape ${tape}`, index: at, top: at * ROW, nested: false });

/** A page of a hundred rows after `above` new ones. */
const pageWith = (above: number, spot: LibrarySpot, moved = 0): LibraryPage => {
  const old = Array.from({ length: 100 }, (_, at) => row(String(at), at + above));
  return { rows: old, count: 100 + above, height: (100 + above) * ROW, moved, shown: null, wish, spot } as unknown as LibraryPage;
};

/** A list that was scrolled to its fortieth row, and what draws a page in it. */
const scrolled = () => {
  const box = document.createElement('div');
  Object.defineProperty(box, 'clientHeight', { value: 10 * ROW });
  box.scrollTop = 40 * ROW;
  const spot: { current: SpotFor } = { current: () => ({ from: 0, height: 0, seen: [] }) };
  const { result, rerender } = renderHook(
    ({ page }) => useStretch({ page, spot, onAsk: () => undefined, tape: null, onBrought: () => undefined }),
    { initialProps: { page: pageWith(0, { from: 0, height: 9000, seen: [] }) } },
  );
  result.current.box.current = box;
  return { box, ask: () => spot.current(wish), draw: (page: LibraryPage) => rerender({ page }) };
};

test('what is on screen moves down by the rows that are new above it', () => {
  const { box, ask, draw } = scrolled();
  draw(pageWith(1, ask(), ROW));
  expect(box.scrollTop).toBe(41 * ROW);
  draw(pageWith(3, ask(), 2 * ROW));
  expect(box.scrollTop).toBe(43 * ROW);
});

test('two pages that were asked for before either was drawn move it once', () => {
  const { box, ask, draw } = scrolled();
  const [first, second] = [ask(), ask()];
  draw(pageWith(1, first, ROW));
  draw(pageWith(1, second, ROW));
  expect(box.scrollTop).toBe(41 * ROW);
});

test('a page that gives way before it is drawn leaves its move to the next', () => {
  const { box, ask, draw } = scrolled();
  ask();
  draw(pageWith(2, ask(), 2 * ROW));
  expect(box.scrollTop).toBe(42 * ROW);
});
