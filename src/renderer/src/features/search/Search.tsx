import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { Hit } from '../../../../shared/rpc/contract.ts';
import { useSearch } from '../../data/appHooks.ts';
import { useClient } from '../../data/client.tsx';
import { useStore } from '../../state/store.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { useRested } from '../../ui/useRested.ts';
import { useKeys } from '../keyboard/useKeys.ts';
import { goToHit } from './goToHit.ts';
import { Hits } from './Hits.tsx';
import styles from './Search.module.css';

/** Full text over the open tape, or over all of them when asked. Enter brings the playhead to the hit. */
export const Search = () => {
  const field = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLElement>(null);
  const list = useId();
  const client = useClient();
  const tape = useStore((state) => state.tape);
  const [text, setText] = useState(() => useStore.getState().find);
  const [open, setOpen] = useState(text !== '');
  const [all, setAll] = useState(false);
  const [at, setAt] = useState(0);
  const everywhere = all || tape === null;
  const query = useRested(text.trim(), 120);
  const answer = useSearch(open ? query : '', everywhere ? null : tape);
  const hits = answer.data?.pages.flatMap((page) => page.hits) ?? [];

  useLinked({ text, query, open }, (find) => {
    setOpen(find !== '');
    if (find === '') return;
    setText(find);
    setAt(0);
    field.current?.focus();
  });

  useKeys({
    search: () => {
      field.current?.focus();
      field.current?.select();
      setOpen(true);
    },
  });

  const go = (hit: Hit | undefined) => {
    // Hits of the query before stay on screen until the next ones are there; they are not what is asked for now.
    if (hit === undefined || answer.isPlaceholderData || query !== text.trim()) return;
    goToHit(client, hit);
    setOpen(false);
    field.current?.blur();
  };
  const move = (to: number) => {
    setAt(Math.max(0, Math.min(hits.length - 1, to)));
    if (to >= hits.length - 5 && answer.hasNextPage && !answer.isFetchingNextPage) void answer.fetchNextPage();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      if (open && text !== '') setOpen(false);
      else field.current?.blur();
    } else if (event.key === 'ArrowDown') move(open ? at + 1 : at);
    else if (event.key === 'ArrowUp') move(at - 1);
    else if (event.key === 'Enter') go(hits[at]);
    else return;
    if (event.key !== 'Escape') setOpen(event.key !== 'Enter');
    event.preventDefault();
  };
  const change = (value: string) => {
    setText(value);
    setAt(0);
    setOpen(true);
  };
  const widen = () => {
    field.current?.focus();
    setAll(true);
  };
  const shown = open && query !== '';
  return (
    <search ref={box} className={styles.search} onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}>
      <input
        ref={field}
        className={styles.field}
        value={text}
        onChange={(event) => change(event.target.value)}
        onFocus={() => setOpen(true)}
        onKeyDown={onKeyDown}
        placeholder={tape === null ? 'Search all tapes' : 'Search this tape'}
        aria-label="Search"
        role="combobox"
        aria-expanded={shown && hits.length > 0}
        aria-autocomplete="list"
        {...(shown && hits.length > 0 && { 'aria-controls': list, 'aria-activedescendant': `${list}-${at}` })}
        spellCheck={false}
        autoComplete="off"
      />
      <span className={styles.key} aria-hidden="true">
        <Kbd>/</Kbd>
      </span>
      {shown && (
        <Hits
          id={list}
          query={query}
          answer={answer}
          hits={hits}
          at={Math.min(at, Math.max(0, hits.length - 1))}
          all={everywhere}
          onAll={tape === null ? null : setAll}
          onWiden={widen}
          onMove={move}
          onGo={go}
        />
      )}
    </search>
  );
};

/** A link carries what is searched for while its hits are shown: `take` is told of words that come from one. */
const useLinked = ({ text, query, open }: { text: string; query: string; open: boolean }, take: (find: string) => void): void => {
  const { find, setFind } = useStore();
  /** What stands in the link because it was typed here. */
  const mine = useRef(find);
  const taken = useEffectEvent(take);
  useEffect(() => {
    const said = open ? query : '';
    if ((open && query !== text.trim()) || said === mine.current) return;
    mine.current = said;
    setFind(said);
  }, [open, query, text, setFind]);
  // A window that begins with a link to hits begins in the field, so that Escape closes them.
  useEffect(() => {
    if (mine.current !== '') taken(mine.current);
  }, []);
  useEffect(() => {
    if (find === mine.current) return;
    mine.current = find;
    taken(find);
  }, [find]);
};
