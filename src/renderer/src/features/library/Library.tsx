import { useDeferredValue, useMemo } from 'react';
import { useLibrary } from '../../data/appHooks.ts';
import { Failure } from '../../ui/Failure.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import styles from './Library.module.css';
import { LibraryBar } from './LibraryBar.tsx';
import { LibraryTree } from './LibraryTree.tsx';
import { useLibraryLayout } from './state.ts';
import { libraryRows } from './tree.ts';

/** Sources, their projects and their tapes. */
export const Library = () => {
  const library = useLibrary();
  const sort = useLibraryLayout((state) => state.sort);
  const filter = useDeferredValue(useLibraryLayout((state) => state.filter));
  const toggled = useLibraryLayout((state) => state.toggled);
  const tapes = library.data?.tapes;
  const rows = useMemo(() => libraryRows(tapes ?? [], { sort, filter, toggled: new Set(toggled) }), [tapes, sort, filter, toggled]);

  return (
    <nav className={styles.library} aria-label="Library">
      <LibraryBar tapes={tapes?.length ?? null} />
      {library.isError && <Failure error={library.error} onRetry={() => void library.refetch()} />}
      {library.isPending && <SkeletonRows rows={12} height={46} label="Reading the library" />}
      {library.isSuccess && rows.length > 0 && <LibraryTree rows={rows} />}
      {library.isSuccess && rows.length === 0 && (
        <p className={styles.nothing}>
          {filter.trim() === '' ? (library.data.scanning ? 'Looking for logs…' : 'No tapes yet.') : `No tapes match “${filter}”.`}
        </p>
      )}
    </nav>
  );
};
