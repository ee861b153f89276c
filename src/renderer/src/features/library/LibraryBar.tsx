import { useRef } from 'react';
import type { LibrarySort } from '../../../../shared/model/index.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { count } from '../../ui/format.ts';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Library.module.css';
import { useLibraryLayout } from './state.ts';

const sorts = [
  { value: 'newest', label: 'Newest' },
  { value: 'title', label: 'Title' },
  { value: 'steps', label: 'Steps' },
  { value: 'tokens', label: 'Tokens' },
  { value: 'agent', label: 'Agent' },
] as const satisfies readonly { value: LibrarySort; label: string }[];

/** Filter, order, and the way to open more. */
export function LibraryBar({ tapes }: { tapes: number | null }) {
  const field = useRef<HTMLInputElement>(null);
  const { filter, sort, setFilter, setSort } = useLibraryLayout();
  const setOverlay = useStore((state) => state.setOverlay);
  const leave = () => {
    if (filter !== '') setFilter('');
    else field.current?.blur();
  };
  return (
    <div className="pad-x-3 pad-top-3 pad-bottom-2">
      <TextField
        ref={field}
        type="search"
        value={filter}
        onChange={(event) => setFilter(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && leave()}
        placeholder={tapes === null || tapes === 0 ? 'Filter' : `Filter ${count(tapes, 'tape')}`}
        aria-label="Filter the library"
        title="Words from the title, project, model or file; agent:NAME keeps what that agent wrote"
      />
      <div className={`${styles.tools} row middle apart pad-x-1 pad-top-2`}>
        <Select label="Order of the library" value={sort} options={sorts} onChange={setSort} />
        <Button look="quiet" onClick={() => setOverlay('open')}>
          open…
        </Button>
      </div>
    </div>
  );
}
