import { useState } from 'react';
import { asksProof } from '../../../../shared/library/query.ts';
import { useSaveSettings, useSettings } from '../../data/appHooks.ts';
import { useCounts } from '../../data/libraryHooks.ts';
import { NOWHERE, toHash } from '../../state/hash.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { formatNumber } from '../../ui/format.ts';
import { TextField } from '../../ui/TextField.tsx';
import styles from './LibraryPage.module.css';
import { goInTable } from './table.ts';

interface Kept {
  readonly name: string;
  readonly query: string;
  readonly title?: string;
}

const TABS: readonly Kept[] = [
  { name: 'All', query: '' },
  { name: 'Favourites', query: 'has:favourite' },
  { name: 'Last week', query: 'since:7d' },
  { name: 'Compacted', query: 'has:compaction' },
  { name: 'Forks', query: 'has:fork' },
  { name: 'Errors', query: 'has:error' },
  { name: 'Running', query: 'has:live' },
  { name: 'Differ', query: 'has:differs', title: 'Sessions with a step whose context differs from the captured request' },
];

const MOST = 30;

/** The filter among those that are kept, under a name. Another one of that name gives way to it. */
const named = (kept: readonly Kept[], name: string, query: string): Kept[] => {
  const own = kept.findIndex((one) => one.query === query);
  const all = own < 0 ? [...kept, { name, query }] : kept.with(own, { name, query });
  return all.filter((one) => one.name !== name || one.query === query).slice(-MOST);
};

/** A button that gives way to a field for a name. */
const Naming = ({ words, before, onName }: { words: string; before: string; onName: (name: string) => void }) => {
  const [name, setName] = useState<string | null>(null);
  const keep = () => {
    if (name !== null && name.trim() !== '') onName(name.trim());
    setName(null);
  };
  if (name === null)
    return (
      <Button look="quiet" className="rigid small dim" onClick={() => setName(before)}>
        {words}
      </Button>
    );
  return (
    <TextField
      className={styles.words ?? ''}
      autoFocus
      value={name}
      maxLength={60}
      aria-label="Name of the filter"
      placeholder="Name of the filter"
      onChange={(event) => setName(event.target.value)}
      onBlur={() => setName(null)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep();
        else if (event.key === 'Escape') setName(null);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
};

/** Filters that are a click away, those of the reader after those that are always there, with how many sessions fit each. */
export function FilterTabs({ query }: { query: string }) {
  const settings = useSettings().data;
  const { mutate } = useSaveSettings();
  const setNotice = useStore((state) => state.setNotice);
  const kept = settings?.filters ?? [];
  const tabs: readonly Kept[] = [...TABS, ...kept];
  // To count sessions that differ takes a look at each: that waits until somebody asks for them.
  const counts = useCounts(tabs.map((tab) => tab.query).filter((one) => !asksProof(one)));
  const isTab = tabs.some((tab) => tab.query === query);
  const onKeep = (filters: Kept[]) => mutate({ filters }, { onError: (error) => setNotice(error.message) });
  const own = kept.find((one) => one.query === query);
  return (
    <div className={`${styles.tabs} row middle rigid gap-4 pad-x-4 line-below`}>
      <nav aria-label="Filters">
        {tabs.map((tab, at) => (
          <button
            key={at < TABS.length ? tab.name : `kept ${tab.name}`}
            type="button"
            aria-current={tab.query === query ? 'true' : undefined}
            className={`${styles.tab} tab nowrap pad-bottom-2`}
            title={tab.query === '' ? 'All sessions' : (tab.title ?? tab.query)}
            onClick={() => goInTable({ query: tab.query })}
          >
            {tab.name}
            <span className="tiny regular dim">{counts.has(tab.query) && ` ${formatNumber(counts.get(tab.query) ?? 0)}`}</span>
          </button>
        ))}
      </nav>
      <a
        className={`${styles.tab} tab nowrap pad-bottom-2`}
        href={toHash({ ...NOWHERE, table: { query, sort: 'newest', reverse: false, sums: 'day' } })}
      >
        Overview
      </a>
      {!isTab && settings && (
        <>
          <span className="rigid small dim">filter changed ·</span>
          <Naming words="save as…" before="" onName={(name) => onKeep(named(kept, name, query))} />
        </>
      )}
      {own && <Naming key={query} words="rename…" before={own.name} onName={(name) => onKeep(named(kept, name, query))} />}
      {own && (
        <Button look="quiet" className="rigid small dim" onClick={() => onKeep(kept.filter((one) => one.query !== query))}>
          remove this tab
        </Button>
      )}
    </div>
  );
}
