import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLibraryPush, TOLD_EVERY } from './library-push.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('the first change is pushed at once, and what comes soon after it together, before a person takes it for late', () => {
  const told: number[] = [];
  const library = createLibraryPush(
    () => told.push(Date.now()),
    () => '',
  );
  const begun = Date.now();
  for (let change = 0; change < 5; change += 1) library.changed();
  vi.advanceTimersByTime(TOLD_EVERY);
  expect(told).toEqual([begun, begun + TOLD_EVERY]);
  vi.advanceTimersByTime(10 * TOLD_EVERY);
  expect(told).toHaveLength(2);
  expect(TOLD_EVERY).toBeLessThanOrEqual(100);
});

it('nothing is pushed after the end', () => {
  const tell = vi.fn();
  const library = createLibraryPush(tell, () => '');
  library.changed();
  library.changed();
  library.close();
  vi.advanceTimersByTime(10 * TOLD_EVERY);
  expect(tell).toHaveBeenCalledTimes(1);
});
