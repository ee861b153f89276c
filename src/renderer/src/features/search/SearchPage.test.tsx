// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FACETS, type SearchAnswer } from '../../../../shared/model/index.ts';
import { useStore } from '../../state/store.ts';
import { draw } from '../../testing/desk.tsx';
import { openSearch } from './place.ts';
import { SearchPage } from './SearchPage.tsx';

const Shown = () => {
  const search = useStore((state) => state.search);
  return search && <SearchPage place={search} />;
};

const NOTHING: SearchAnswer = {
  ...{
    hits: [],
    groups: [],
    total: 0,
    repeats: 0,
    sessions: 0,
    next: null,
    facets: Object.fromEntries(FACETS.map((facet) => [facet, []])) as unknown as SearchAnswer['facets'],
    days: [],
    drops: [],
    searched: 3,
    ms: 2000,
  },
  ...{ complete: false, stopped: null, looked: { done: 0, of: 0 }, indexed: 9, of: 9, note: null },
};

test('a search that ran out of time can be done again for longer', async () => {
  let stopped: SearchAnswer['stopped'] = { ms: 2000, left: 18 };
  const { hand, calls } = draw(<Shown />, {
    answers: {
      'search.find': ({ longer }) => {
        if (longer) stopped = null;
        return { ...NOTHING, stopped };
      },
    },
  });
  openSearch({ query: '(a+)+$', mode: 'regex' });
  expect(await screen.findByRole('heading', { name: 'Nothing found so far' })).toBeDefined();
  await hand.click(await screen.findByRole('button', { name: 'search longer' }));
  await waitFor(() => expect(screen.queryByText(/18 sessions not searched/)).toBeNull());
  expect(screen.queryByRole('button', { name: 'search longer' })).toBeNull();
  expect(calls.filter(([, asked]) => (asked as { longer?: boolean }).longer)).toHaveLength(1);
});

test('a search in an empty library says that there is nothing to search yet', async () => {
  const { hand } = draw(<Shown />, {
    answers: {
      'library.find': () => ({ tapes: [], total: 0, scanning: false }),
      'search.find': () => ({ ...NOTHING, complete: true }),
    },
  });
  openSearch();
  await hand.type(await screen.findByRole('combobox'), 'retry');
  expect(await screen.findByRole('heading', { name: 'There is nothing to search yet' })).toBeDefined();
  expect(screen.queryByText(/0 sessions/)).toBeNull();
});
