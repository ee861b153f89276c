// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { createRef } from 'react';
import { expect, test, vi } from 'vitest';
import { draw } from '../testing/desk.tsx';
import { VirtualList, type VirtualListHandle } from './VirtualList.tsx';

const ROWS = 10_000;

const list = (handle = createRef<VirtualListHandle>(), onRange = vi.fn()) => {
  draw(
    <VirtualList
      count={ROWS}
      size={() => 20}
      keyOf={(index) => index}
      row={(index) => <p>row {index}</p>}
      onRange={onRange}
      handle={handle}
    />,
  );
  return { handle, onRange };
};

test('a list of ten thousand rows draws those on screen and a few around them', () => {
  list();
  expect(screen.getByText('row 0')).toBeDefined();
  const drawn = screen.getAllByText(/^row \d+$/).length;
  expect(drawn).toBeGreaterThanOrEqual(30);
  expect(drawn).toBeLessThan(60);
});

test('a row that is asked for is brought, and those that left are no longer drawn', async () => {
  const { handle, onRange } = list();
  act(() => handle.current?.show(ROWS - 1, 'end'));
  expect(await screen.findByText(`row ${ROWS - 1}`)).toBeDefined();
  expect(screen.queryByText('row 0')).toBeNull();
  expect(onRange.mock.lastCall?.[1]).toBe(ROWS - 1);
});
