// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { show } from '../../../testing/window.tsx';
import { Cell, Grid } from './Grid.tsx';
import { useScroll } from './useScroll.ts';

const ROW = 26;
const COUNT = 60_000;

/** A list of numbers, as a view has one. */
function Numbers({ onOpen }: { onOpen: (index: number) => void }) {
  const scroll = useScroll(COUNT * ROW);
  const [active, setActive] = useState<number | null>(null);
  const first = Math.floor(scroll.offset / ROW);
  const items = Array.from({ length: Math.min(COUNT - first, Math.ceil(scroll.view / ROW)) }, (_, at) => ({
    ...{ index: first + at, top: (first + at) * ROW, key: first + at },
  }));
  return (
    <Grid
      scroll={scroll}
      label="Numbers"
      count={COUNT}
      items={items}
      active={active}
      onPick={setActive}
      onOpen={onOpen}
      row={(index) => <Cell>number {index}</Cell>}
    />
  );
}

test('a list holds the rows on screen and says how many there are; scrolled on, it holds others', async () => {
  show(<Numbers onOpen={() => {}} />);
  const grid = screen.getByRole('grid', { name: 'Numbers' });
  expect(grid.getAttribute('aria-rowcount')).toBe(String(COUNT));
  expect(screen.getAllByRole('row')).toHaveLength(20);
  grid.scrollTop = 1000 * ROW;
  fireEvent.scroll(grid);
  expect(await screen.findByText('number 1000')).toBeTruthy();
  expect(screen.queryByText('number 0')).toBeNull();
  expect(screen.getAllByRole('row').length).toBeLessThan(25);
});

test('a click makes a row the active one, for the eyes and for readers of the screen; a double click opens it', () => {
  const opened: number[] = [];
  show(<Numbers onOpen={(index) => opened.push(index)} />);
  const grid = screen.getByRole('grid', { name: 'Numbers' });
  const row = screen.getByText('number 7').closest('[role="row"]');
  fireEvent.click(screen.getByText('number 7'));
  expect(row?.getAttribute('aria-selected')).toBe('true');
  expect(grid.getAttribute('aria-activedescendant')).toBe(row?.id);
  fireEvent.doubleClick(screen.getByText('number 7'));
  expect(opened).toEqual([7]);
});
