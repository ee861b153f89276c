import { useRef } from 'react';
import { type LibraryWish, useLibraryRows } from '../../data/libraryHooks.ts';
import { Failure } from '../../ui/Failure.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { LibraryBar } from './LibraryBar.tsx';
import { LibraryTree } from './LibraryTree.tsx';
import { firstSpot, type SpotFor } from './spot.ts';
import { useLibraryLayout } from './state.ts';

/** As Library.module.css has them. */
const HEIGHTS = { source: 34, project: 30, tape: 46, nested: 28 };

/** Sources, their projects and their tapes. */
export function Library() {
  const sort = useLibraryLayout((state) => state.sort);
  const filter = useLibraryLayout((state) => state.filter);
  const toggled = useLibraryLayout((state) => state.toggled);
  const wish: LibraryWish = {
    ...{ look: 'tree', sort, reverse: false, filter: filter.trim(), group: 'none', toggled: [...toggled], heights: HEIGHTS },
  };
  // Where the list is, once there is one.
  const spot = useRef<SpotFor>(firstSpot);
  const library = useLibraryRows(wish, (asked) => spot.current(asked));
  const page = library.data;
  // What is on its way is for where the list was; its answer shows whether that is enough.
  const ask = () => {
    if (!library.isFetching) void library.refetch();
  };
  const drawn = page !== undefined && page.count > 0;

  return (
    <nav className="stack full-height shrink-x on-sunk" aria-label="Library">
      <LibraryBar tapes={page?.tapes ?? null} />
      {library.isError && <Failure error={library.error} onRetry={() => void library.refetch()} />}
      {library.isPending && <SkeletonRows rows={12} height={HEIGHTS.tape} label="Reading the library" />}
      {drawn && <LibraryTree page={page} spot={spot} onAsk={ask} />}
      {page !== undefined && !drawn && (
        <p className="pad-x-4 pad-y-2 small dim">
          {page.wish.filter === '' ? (page.scanning ? 'Looking for logs…' : 'No tapes yet.') : `No tapes match “${page.wish.filter}”.`}
        </p>
      )}
    </nav>
  );
}
