// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { layOut, pageOf, tablePart } from '../../../../shared/library/page.ts';
import { tableOf } from '../../../../shared/library/table.ts';
import { drawnTape } from '../../../../shared/library/testing.ts';
import type { Input, Output } from '../../../../shared/rpc/contract.ts';
import { useStore } from '../../state/store.ts';
import { type Answers, show } from '../../testing/window.tsx';
import { LibraryPage } from './LibraryPage.tsx';
import { useTable } from './table.ts';

const TAPES = ['Moor', 'Paint', 'Sand', 'Sell'].map((title, at) =>
  drawnTape(title.toLowerCase(), { title, steps: 4 - at, entries: 9, ended: Date.UTC(2026, 0, 1 + at) }),
);

/** The table as the engine lays it out. */
const rows = ({
  filter = '',
  toggled = [],
  from = 0,
  seen = [],
  sort,
  reverse,
  ...asked
}: Input<'library.rows'>): Output<'library.rows'> => {
  const tapes = sort === 'title' ? TAPES.toSorted((a, b) => a.title.localeCompare(b.title) * (reverse ? -1 : 1)) : TAPES;
  const table = tableOf(tapes, { filter, toggled: new Set(toggled) }, (format) => format);
  const page = pageOf(layOut(table.rows, asked.heights), { ...asked, from, seen });
  const part = tablePart(table, page.rows);
  return { ...page, tapes: TAPES.length, scanning: false, ...(part && { table: part }) };
};

const answers: Answers = {
  'library.rows': rows,
  'library.counts': ({ queries }) => ({ counts: queries.map(() => TAPES.length) }),
  'library.own': ({ forgotten = false }) => ({ favourite: false, title: null, tags: [], forgotten }),
  'formats.list': () => ({ items: [] }),
};

/** The page as the window shows it: of the place that the store has. */
function Page() {
  const table = useStore((state) => state.table);
  return table === null ? null : <LibraryPage place={table} />;
}

beforeEach(() => {
  useTable.setState({ selected: [], forgot: [], active: null });
  useStore.getState().setTable({ query: '', sort: 'newest', reverse: false });
});

const titles = (): (string | undefined)[] =>
  screen
    .getAllByRole('row')
    .filter((row) => row.hasAttribute('aria-level'))
    .map((row) => TAPES.find(({ title }) => row.textContent?.includes(title))?.title);
const key = (name: string): boolean => fireEvent.keyDown(document.body, { key: name });

test('has a row for each session after its heading and its sums, and the number of them all', async () => {
  show(<Page />, answers);
  await screen.findByText('Moor');
  expect(titles()).toEqual(['Moor', 'Paint', 'Sand', 'Sell']);
  expect(screen.getByRole('treegrid', { name: 'Sessions' }).getAttribute('aria-rowcount')).toBe('6');
  expect(within(screen.getAllByRole('row')[1] ?? document.body).getByText('10')).toBeTruthy();
});

test('sorts by a column and then from its other end, and says so in its heading', async () => {
  show(<Page />, answers);
  await screen.findByText('Moor');
  fireEvent.click(screen.getByRole('button', { name: 'Title' }));
  fireEvent.click(screen.getByRole('button', { name: /^Title/ }));
  await waitFor(() => expect(titles()).toEqual(['Sell', 'Sand', 'Paint', 'Moor']));
  expect(screen.getByRole('columnheader', { name: /Title/ }).getAttribute('aria-sort')).toBe('descending');
  expect(useStore.getState().table).toMatchObject({ sort: 'title', reverse: true });
});

test('is walked and selected in by keys: A and B in their order, compared, forgotten, and listed again', async () => {
  const { asked } = show(<Page />, answers);
  await screen.findByText('Moor');
  for (const name of ['x', 'j', 'x']) key(name);
  const bar = await screen.findByRole('toolbar', { name: 'Selected sessions' });
  expect(bar.textContent).toMatch(/^AMoorandBPaint/);
  key('Delete');
  await screen.findByText(/^Forgot 2 sessions/);
  expect(asked.filter(({ method }) => method === 'library.own').map(({ input }) => input)).toEqual([
    { tape: 'moor', forgotten: true },
    { tape: 'paint', forgotten: true },
  ]);
  key('u');
  await waitFor(() => expect(screen.queryByText(/^Forgot/)).toBeNull());
  expect(asked.filter(({ method }) => method === 'library.own')).toHaveLength(4);
  key('x');
  await screen.findByRole('toolbar', { name: 'Selected sessions' });
  for (const name of ['k', 'x', 'c']) key(name);
  expect(useStore.getState()).toMatchObject({
    panel: 'compare',
    tape: 'paint',
    sides: [
      { tape: 'paint', step: 3 },
      { tape: 'moor', step: 4 },
    ],
  });
});
