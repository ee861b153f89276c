// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { LibraryOverview, Sums } from '../../../../shared/model/index.ts';
import type { Parsed } from '../../../../shared/rpc/contract.ts';
import type { Settings } from '../../../../shared/rpc/contract-library.ts';
import type { Answers } from '../../../dev/fake-bridge.ts';
import { libraryAnswers } from '../../../dev/library.ts';
import { tape } from '../../../dev/tapes.ts';
import { useStore } from '../../state/store.ts';
import { draw } from '../../testing/desk.tsx';
import { LibraryPage } from './LibraryPage.tsx';
import { goInTable, useTable } from './table.ts';

const start = useTable.getState();

/** The library where the window's own state says that it is. */
const Shown = () => {
  const table = useStore((state) => state.table);
  return table && <LibraryPage place={table} />;
};

const open = async (scene = 'full', answers: Answers = {}) => {
  useTable.setState(start, true);
  const desk = draw(<Shown />, { scene, answers });
  goInTable({});
  const grid = await screen.findByRole('treegrid', { name: 'Sessions' });
  const active = (): string => document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')?.textContent ?? '';
  return { ...desk, grid, active };
};

const titles = (): string[] => screen.getAllByRole('row').map((row) => row.textContent ?? '');

test('the keys move one row, and Enter opens its session', async () => {
  const { hand, active } = await open();
  await hand.keyboard('j');
  await waitFor(() => expect(active()).toContain('Move retries to the outbox'));
  await hand.keyboard('j');
  await waitFor(() => expect(active()).not.toContain('Move retries to the outbox'));
  await hand.keyboard('k');
  await waitFor(() => expect(active()).toContain('Move retries to the outbox'));
  await hand.keyboard('{Enter}');
  expect(useStore.getState().tape).toBe('outbox');
});

test('a click on a heading sorts by it, and again from its other end', async () => {
  const { hand } = await open();
  const heading = () => screen.getByRole('columnheader', { name: /^Steps/ });
  await hand.click(screen.getByRole('button', { name: 'Steps' }));
  await waitFor(() => expect(heading().getAttribute('aria-sort')).toBe('descending'));
  await waitFor(() => expect(titles().findIndex((text) => text.includes('Move retries'))).toBe(2));
  await hand.click(screen.getByRole('button', { name: /^Steps/ }));
  await waitFor(() => expect(heading().getAttribute('aria-sort')).toBe('ascending'));
  await waitFor(() => expect(titles().findIndex((text) => text.includes('Move retries'))).toBeGreaterThan(2));
});

test('two selected sessions are compared in the order in which they were selected', async () => {
  const { hand, active } = await open();
  await hand.keyboard('j');
  await waitFor(() => expect(active()).toContain('Move retries'));
  await hand.keyboard('x');
  await waitFor(() => expect(useTable.getState().selected.map(({ id }) => id)).toEqual(['outbox']));
  await hand.keyboard('jx');
  await waitFor(() => expect(useTable.getState().selected).toHaveLength(2));
  const chosen = useTable.getState().selected.map(({ id }) => id);
  await hand.click(screen.getByRole('button', { name: /^Compare/ }));
  expect(useStore.getState().panel).toBe('compare');
  expect(useStore.getState().sides.map(({ tape }) => tape)).toEqual(chosen);
});

test('a group does not count what it is a group of', async () => {
  const { grid } = await open();
  goInTable({ group: 'project' });
  const groups = () =>
    within(grid)
      .getAllByRole('row')
      .filter((row) => row.hasAttribute('aria-expanded') && row.textContent?.includes('session'));
  await waitFor(() => expect(groups().length).toBeGreaterThan(0));
  for (const row of groups()) {
    expect(row.textContent).not.toContain('1 project');
    expect(row.textContent).toMatch(/\d agents?/);
  }
});

test('a click with Shift selects the rows from the active one to it, and opens nothing', async () => {
  const { hand, active, grid } = await open();
  await hand.keyboard('j');
  await waitFor(() => expect(active()).toContain('Move retries'));
  await hand.keyboard('x');
  const rows = within(grid)
    .getAllByRole('row')
    .filter((row) => row.hasAttribute('aria-level'));
  const from = rows.findIndex((row) => row.textContent?.includes('Move retries'));
  const to = rows[from + 3];
  if (to === undefined) throw new Error('too few rows');
  await hand.keyboard('{Shift>}');
  await hand.click(to);
  await hand.keyboard('{/Shift}');
  const { selected } = useTable.getState();
  expect(selected).toHaveLength(4);
  expect(selected[0]?.id).toBe('outbox');
  expect(to.getAttribute('aria-selected')).toBe('true');
  expect(useStore.getState().tape).toBe(null);
});

test('tags for several are those that all have; what one has alone stays, and a click elsewhere keeps what is typed', async () => {
  const own = (...tags: string[]) => ({ favourite: false, title: null, tags });
  const said: Parsed<'library.own'>[] = [];
  const { hand } = await open('full', {
    'library.own': (change) => {
      said.push(change);
      return own(...(change.tags ?? []));
    },
  });
  const selected = [tape({ title: 'A', id: 'a', own: own('mine', 'both') }), tape({ title: 'B', id: 'b', own: own('both', 'theirs') })];
  act(() => useTable.setState({ selected }));
  await hand.click(screen.getByRole('button', { name: 'Tag…' }));
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Tags' });
  expect(field.value).toBe('both');
  await hand.clear(field);
  await hand.type(field, 'new');
  await hand.click(screen.getByRole('button', { name: 'CSV' }));
  await waitFor(() =>
    expect(said.map(({ tags }) => tags)).toEqual([
      ['mine', 'new'],
      ['theirs', 'new'],
    ]),
  );
  await hand.click(screen.getByRole('button', { name: 'Tag…' }));
  await hand.keyboard('lost{Escape}');
  expect(screen.queryByRole('textbox', { name: 'Tags' })).toBeNull();
  expect(said).toHaveLength(2);
});

test('what an agent made for itself is called what it is, not by its id', async () => {
  const copy = tape({ title: '', id: 'copy', parent: 'whole', relation: 'compaction-copy', session: '4d5611e5' });
  const { hand } = await open('full', libraryAnswers([tape({ title: 'The whole', id: 'whole' }), copy]));
  await hand.keyboard('j{ArrowRight}');
  expect((await screen.findByRole('row', { name: /compaction copy/ })).textContent).toContain('compaction copynot counted');
});

test('tokens of a copy are counted in another session, and not missing', async () => {
  const usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  const copy = tape({ title: 'The copy', id: 'copy', steps: 3, usage, copied: { steps: 3, usage } });
  await open('full', libraryAnswers([copy, tape({ title: 'Silent', id: 'silent', steps: 3, usage })]));
  expect((await screen.findByRole('row', { name: /The copy/ })).textContent).toContain('elsewhere');
  expect(screen.getByRole('row', { name: /Silent/ }).textContent).toContain('not recorded');
});

test('of five thousand sessions a screenful is drawn', async () => {
  await open('many');
  expect(titles().length).toBeLessThan(120);
});

test('a filter that nothing fits says so, and shows all again', async () => {
  const { hand } = await open();
  goInTable({ query: 'title:nowhere' });
  await hand.click(await screen.findByRole('button', { name: 'Show all' }));
  expect(await screen.findByText('Move retries to the outbox')).toBeDefined();
});

test('a condition that cannot be read is named, with what it takes', async () => {
  await open();
  goInTable({ query: 'has:differ' });
  expect(await screen.findByText(/No session matches has:differ: has: takes compaction, fork, error, .*differs\./)).toBeTruthy();
});

test('a filter is kept under a name, and renamed, by keys', async () => {
  let settings: Settings = { logs: {}, tapeHome: '', theme: 'light', policies: {}, redact: [], filters: [], money: 'dollars' };
  const { hand } = await open('full', {
    'settings.get': () => settings,
    'settings.set': ({ filters = [] }) => {
      settings = { ...settings, filters };
      return settings;
    },
  });
  const tabs = () => within(screen.getByRole('navigation', { name: 'Filters' }));
  goInTable({ query: 'steps:>3' });
  (await screen.findByRole('button', { name: 'save as…' })).focus();
  await hand.keyboard('{Enter}Long{Enter}');
  expect(await tabs().findByRole('button', { name: /^Long/ })).toBeTruthy();
  (await screen.findByRole('button', { name: 'rename…' })).focus();
  await hand.keyboard('{Enter}er{Enter}');
  expect(await tabs().findByRole('button', { name: /^Longer/ })).toBeTruthy();
  expect(tabs().getAllByRole('button', { name: /^Long/ })).toHaveLength(1);
});

test('a filter that cannot be kept says why', async () => {
  const { hand } = await open('full', {
    'settings.set': () => {
      throw new Error('This host is read-only.');
    },
  });
  goInTable({ query: 'steps:>3' });
  await hand.click(await screen.findByRole('button', { name: 'save as…' }));
  await hand.keyboard('Long{Enter}');
  await waitFor(() => expect(useStore.getState().notice).toBe('This host is read-only.'));
});

test('what the sessions came to is above them, and is not added up again while words are typed', async () => {
  const counts = { sessions: 3, subAgents: 0, steps: 9, silent: 0, errors: 0, compactions: 0 };
  const total: Sums = { ...counts, input: 900, output: 100, cacheRead: 0, cacheWrite: 0, priced: 0, dollars: 2, computed: 0, unpriced: 0 };
  const none = { groups: [], left: 0, rest: total };
  const day = { groups: [{ key: '2026-11-20', name: '2026-11-20', ...total }], left: 0, rest: total };
  const overview = { total, day, project: none, model: none, agent: none, largest: [], scanning: false, prices: '2026-11-01' };
  const { hand, calls } = await open('full', { 'library.overview': () => overview as unknown as LibraryOverview });
  const answer = await screen.findByRole('link', { name: '$2.00 in 1 day' });
  expect(answer.getAttribute('href')).toBe('#/overview');
  await hand.keyboard('f');
  await hand.keyboard('retries');
  await waitFor(() => expect(titles().length).toBeLessThan(6));
  expect(calls.filter(([method]) => method === 'library.overview')).toHaveLength(1);
});
