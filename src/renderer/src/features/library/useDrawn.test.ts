// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LibraryPage } from '../../data/libraryHooks.ts';
import { useDrawn } from './LibraryTable.tsx';
import { MARGIN } from './spot.ts';

const pageOf = (filter: string, from = 0): LibraryPage =>
  ({
    rows: Array.from({ length: 70 }, (_, at) => ({ index: from + at, top: (from + at) * 27 })),
    wish: { filter },
    spot: { from: 0, height: 770 + MARGIN, seen: [] },
  }) as unknown as LibraryPage;

const drawnOf = (first: LibraryPage) => renderHook((page: LibraryPage) => useDrawn(page), { initialProps: first });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('of another filter the rows on screen are drawn at once, and the others when the keys rest', () => {
  const { result, rerender } = drawnOf(pageOf(''));
  expect(result.current.drawn).toHaveLength(70);
  rerender(pageOf('a'));
  expect(result.current.drawn.at(-1)).toMatchObject({ index: 28 });
  act(() => void vi.advanceTimersByTime(399));
  rerender(pageOf('ab'));
  act(() => void vi.advanceTimersByTime(399));
  expect(result.current.drawn).toHaveLength(29);
  act(() => void vi.advanceTimersByTime(1));
  expect(result.current.drawn).toHaveLength(70);
});

test('back at a filter whose rows were all drawn, those on screen come first too', () => {
  const { result, rerender } = drawnOf(pageOf(''));
  rerender(pageOf('a'));
  rerender(pageOf(''));
  expect(result.current.drawn).toHaveLength(29);
});

test('who scrolls sees all rows at once', () => {
  const { result, rerender } = drawnOf(pageOf(''));
  rerender(pageOf('a'));
  act(() => void result.current.drawAll());
  expect(result.current.drawn).toHaveLength(70);
});

test('a page that does not begin at the first row is drawn whole', () => {
  const { result, rerender } = drawnOf(pageOf(''));
  rerender(pageOf('a', 200));
  expect(result.current.drawn).toHaveLength(70);
});
