import { useState } from 'react';
import { asksProof } from '../../../../shared/library/query.ts';
import { useSaveSettings, useSettings } from '../../data/appHooks.ts';
import { useCounts } from '../../data/libraryHooks.ts';
import { NOWHERE, toHash } from '../../state/hash.ts';
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

/** What is done with a filter that is no tab: it gets a name and is kept. One of the same name gives way to it. */
const SaveAs = ({ query, kept, onKeep }: { query: string; kept: readonly Kept[]; onKeep: (filters: Kept[]) => void }) => {
  const [name, setName] = useState<string | null>(null);
  const keep = () => {
    const named = name?.trim() ?? '';
    if (named !== '') onKeep([...kept.filter((one) => one.name !== named), { name: named, query }].slice(-MOST));
    setName(null);
  };
  if (name === null)
    return (
      <span className="rigid small dim">
        filter changed ·{' '}
        <Button look="quiet" onClick={() => setName('')}>
          save as…
        </Button>
      </span>
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
  const kept = settings?.filters ?? [];
  const tabs: readonly Kept[] = [...TABS, ...kept];
  // To count sessions that differ takes a look at each: that waits until somebody asks for them.
  const counts = useCounts(tabs.map((tab) => tab.query).filter((one) => !asksProof(one)));
  const isKept = kept.some((one) => one.query === query);
  const isTab = tabs.some((tab) => tab.query === query);
  const onKeep = (filters: Kept[]) => mutate({ filters });
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
      {!isTab && settings && <SaveAs query={query} kept={kept} onKeep={onKeep} />}
      {isKept && (
        <Button look="quiet" className="rigid small dim" onClick={() => onKeep(kept.filter((one) => one.query !== query))}>
          remove this tab
        </Button>
      )}
    </div>
  );
}
