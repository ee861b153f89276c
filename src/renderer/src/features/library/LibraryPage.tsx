import { useEffect, useRef, useState } from 'react';
import { makesSense, readQuery, takenBy } from '../../../../shared/library/query.ts';
import { type LibraryWish, type LibraryPage as Loaded, useLibraryRows } from '../../data/libraryHooks.ts';
import type { TablePlace } from '../../state/hash.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { LibraryHead } from '../overview/Head.tsx';
import { FilterBar } from './FilterBar.tsx';
import styles from './LibraryPage.module.css';
import { LibraryTable } from './LibraryTable.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { type SpotFor, topSpot } from './spot.ts';
import { goInTable, useTable } from './table.ts';

/** As LibraryPage.module.css has them. */
const HEIGHTS = { source: 27, project: 27, tape: 27, nested: 24 };

/** Names a condition that cannot be read, and what it takes: a slip is seen, and can be mended. */
const unreadWords = (query: string): string | null => {
  const slip = readQuery(query).find((term) => !makesSense(term));
  return slip?.name ? `No session matches ${slip.text}: ${slip.name}: takes ${takenBy(slip.name)}.` : null;
};

const noneWords = (query: string, comparing: Page['comparing']): string => {
  const unread = unreadWords(query);
  if (unread !== null) return unread;
  if (comparing === undefined) return 'No session matches this filter.';
  if (comparing.of === 0) return 'No requests were captured, so no session can be compared with what was sent.';
  return comparing.looked < comparing.of ? 'Comparing sessions with what was sent…' : 'No session matches this filter.';
};

type Page = Pick<Loaded, 'scanning' | 'comparing'>;

const Nothing = ({ query, page: { scanning, comparing } }: { query: string; page: Page }) => {
  const setOverlay = useStore((state) => state.setOverlay);
  if (query !== '')
    return (
      <p className="grow pad-x-4 pad-y-5 dim">
        {noneWords(query, comparing)} <Button onClick={() => goInTable({ query: '' })}>Show all</Button>
      </p>
    );
  return (
    <p className="grow pad-x-4 pad-y-5 dim">
      {scanning ? 'Looking for logs…' : 'No sessions yet.'} {!scanning && <Button onClick={() => setOverlay('open')}>Open…</Button>}
    </p>
  );
};

/** Every session as a row of a table, over the whole window. */
export function LibraryPage({ place }: { place: TablePlace }) {
  const toggled = useTable((state) => state.toggled);
  // Words that are still being typed.
  const [draft, setDraft] = useState('');
  const filter = [place.query, draft].filter(Boolean).join(' ');
  const { sort, reverse, group = 'none' } = place;
  const wish: LibraryWish = { look: 'table', sort, reverse, filter, group, toggled: [...toggled], heights: HEIGHTS };
  const spot = useRef<SpotFor>(topSpot);
  const library = useLibraryRows(wish, (asked) => spot.current(asked));
  const page = library.data?.wish.look === 'table' ? library.data : undefined;
  const ask = () => {
    if (!library.isFetching) void library.refetch();
  };
  useEffect(() => useTable.setState({ left: place }), [place]);
  return (
    <section className={`${styles.page} stack full-height shrink-x container`} aria-label="Library">
      {page !== undefined && page.tapes > 0 && <LibraryHead place={place} />}
      <FilterBar place={place} page={page} onDraft={setDraft} />
      {library.isError && <Failure error={library.error} onRetry={() => void library.refetch()} />}
      {page === undefined && !library.isError && <SkeletonRows rows={24} height={HEIGHTS.tape} label="Reading the library" />}
      {page !== undefined && page.count > 0 && <LibraryTable page={page} place={place} spot={spot} onAsk={ask} />}
      {page?.count === 0 && <Nothing query={page.wish.filter ?? ''} page={page} />}
      <SelectionBar />
    </section>
  );
}
