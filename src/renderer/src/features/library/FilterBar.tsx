import { type KeyboardEvent, useRef, useState } from 'react';
import { makesSense, readQuery, TERM_NAMES } from '../../../../shared/library/query.ts';
import type { LibraryGroup } from '../../../../shared/model/index.ts';
import { useClient } from '../../data/client.tsx';
import type { LibraryPage } from '../../data/libraryHooks.ts';
import type { TablePlace } from '../../state/hash.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { count, formatNumber } from '../../ui/format.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useKeys } from '../keyboard/useKeys.ts';
import { saveFile } from '../report/save.ts';
import { FilterTabs } from './FilterTabs.tsx';
import styles from './LibraryPage.module.css';
import { goInTable, groupBy, termWords, withoutTerm } from './table.ts';

export function Chips({ query }: { query: string }) {
  return readQuery(query).map((term, at) => {
    const words = termWords(term);
    const unread = !makesSense(term);
    return (
      <span
        key={term.text}
        className={`${styles.chip} inline-row shrink-x clip on-panel boxed-strong round-small leading-20`}
        data-unread={unread}
        title={unread ? 'This condition cannot be read, so no session matches it' : term.text}
      >
        <span className={`${styles.about} pad-x-2 dim`}>{words.name}</span>
        <span className={`${styles.value} semibold pad-x-2 cut`}>{words.value}</span>
        <button
          type="button"
          className="pad-x-2 rigid faint line-left hover-shade"
          aria-label={`Remove ${words.name} ${words.value}`}
          onClick={() => goInTable({ query: withoutTerm(query, at) })}
        >
          ×
        </button>
      </span>
    );
  });
}

/** Whether what is typed is words alone, which filter at once; a condition filters when it is whole. */
const isWords = (text: string): boolean => !text.includes(':') && !text.includes('"');

const GROUPS = [
  { value: 'none', label: 'no grouping' },
  { value: 'project', label: 'by project' },
  { value: 'agent', label: 'by agent' },
  { value: 'model', label: 'by model' },
] as const satisfies readonly { value: LibraryGroup; label: string }[];

/** What the rows are grouped by, and all of them as a file. */
const Tools = ({ place }: { place: TablePlace }) => {
  const client = useClient();
  const setNotice = useStore((state) => state.setNotice);
  const { query, sort, reverse, group = 'none' } = place;
  const save = () =>
    void client.call('library.csv', { filter: query, sort, reverse }).then(
      ({ csv }) => saveFile(new Blob([csv], { type: 'text/csv' }), 'library.csv'),
      (failure: Error) => setNotice(failure.message),
    );
  return (
    <>
      <Button look="quiet" title="All sessions that match the filter, as CSV" onClick={save}>
        CSV
      </Button>
      <Select label="Group sessions" value={group} options={GROUPS} onChange={groupBy} />
    </>
  );
};

interface Props {
  place: TablePlace;
  page: LibraryPage | undefined;
  onDraft: (draft: string) => void;
}

/** Tabs, the conditions of the filter, and how much is left by them. */
export function FilterBar({ place, page, onDraft }: Props) {
  const { query } = place;
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const type = (next: string) => {
    setText(next);
    onDraft(isWords(next) ? next.trim() : '');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && text.trim() !== '') {
      goInTable({ query: `${query} ${text.trim()}`.trim() });
      type('');
    } else if (event.key === 'Backspace' && text === '') goInTable({ query: withoutTerm(query, readQuery(query).length - 1) });
    else if (event.key === 'Escape') {
      type('');
      field.current?.blur();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  useKeys({ 'table.filter': () => field.current?.focus() });
  const totals = page?.table?.totals;
  const { comparing } = page ?? {};
  return (
    <>
      <FilterTabs query={query} />
      <div className="row middle rigid pad-x-4 line-below small nowrap gap-2 bar-high">
        <Chips query={query} />
        <TextField
          ref={field}
          className={styles.add ?? ''}
          value={text}
          list="library-conditions"
          placeholder="+ filter"
          aria-label="Add to the filter"
          title="Words, or a condition: steps:>10, model:opus, has:error, since:14d; = matches a whole name: model:=NAME; a minus excludes: -project:scratch"
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <datalist id="library-conditions">
          {TERM_NAMES.map((name) => (
            <option key={name} value={`${name}:`} />
          ))}
        </datalist>
        <Kbd>f</Kbd>
        {totals && (
          <span className="push shrink-x dim cut" role="status">
            <b className="ink">{formatNumber(totals.sessions)}</b> {totals.sessions === 1 ? 'session' : 'sessions'}
            {totals.subAgents > 0 && ` and ${count(totals.subAgents, 'sub-agent')}`} of {formatNumber(page?.tapes ?? 0)} tapes
            {comparing && comparing.looked < comparing.of && (
              <>
                {' '}
                · {formatNumber(comparing.looked)} of {count(comparing.of, 'session')} compared
              </>
            )}
          </span>
        )}
        <Tools place={place} />
      </div>
    </>
  );
}
