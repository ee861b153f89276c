import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { titleOf } from '../../../../shared/library/names.ts';
import type { TapeRow } from '../../../../shared/model/index.ts';
import { useClient } from '../../data/client.tsx';
import { useTape } from '../../data/hooks.ts';
import { useFound, useTapesById } from '../../data/libraryHooks.ts';
import { asksAnything, type SearchPageOf, useReachedHits, useSearched, useSessionHits } from '../../data/searchHooks.ts';
import type { SearchPlace } from '../../state/hash.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { count, formatNumber } from '../../ui/format.ts';
import { Select } from '../../ui/Select.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { useNarrow } from '../../ui/useMedia.ts';
import { copyPlace } from '../keyboard/copyPlace.ts';
import { useKeys } from '../keyboard/useKeys.ts';
import { Blank, NothingFound, NothingYet } from './Blank.tsx';
import { Facets } from './Facets.tsx';
import { goToHit } from './goToHit.ts';
import { HitList } from './HitList.tsx';
import { Preview } from './Preview.tsx';
import { goInSearch, remember, useAsked } from './place.ts';
import { QueryBar } from './QueryBar.tsx';
import { along, alongSessions, firstOf, rowsOf } from './rows.ts';
import styles from './SearchPage.module.css';
import { asideOf, reachedAside, totalWords } from './says.ts';

/** Milliseconds without a key after which what was typed is searched for. */
const REST = 120;
const REST_REGEX = 350;

/** Hits of one session that are shown at first. */
const EACH = 3;

/** What is typed, and the search that follows it when it rests; a search from elsewhere is taken over. */
const useTyped = (place: SearchPlace) => {
  const [text, setText] = useState(place.query);
  const sent = useRef(place.query);
  const send = useEffectEvent((query: string) => {
    sent.current = query;
    goInSearch({ query });
  });
  useEffect(() => {
    const query = text.trim();
    if (query === sent.current) return undefined;
    const timer = setTimeout(() => send(query), place.mode === 'regex' ? REST_REGEX : REST);
    return () => clearTimeout(timer);
  }, [text, place.mode]);
  useEffect(() => {
    if (place.query === sent.current) return;
    sent.current = place.query;
    setText(place.query);
  }, [place.query]);
  return { text, setText, rests: text.trim() === place.query };
};

interface HeadProps {
  answer: SearchPageOf | undefined;
  /** The same search with what is known of its hits by now. */
  reached: SearchPageOf | undefined;
  waiting: boolean;
  place: SearchPlace;
  each: number | null;
  around: number;
  onEach: (each: number | null) => void;
  onAround: (around: number) => void;
  onLonger: () => void;
}

/** The one line of result. */
const Result = ({ answer, reached, waiting, place, each, around, onEach, onAround, onLonger }: HeadProps) => (
  <div className={`${styles.result} row wrap middle rigid gap-3 pad-x-4 pad-bottom-2 small dim bar-high`}>
    <p className="shrink-x large ink cut" role="status">
      {answer === undefined ? (
        waiting && 'Searching…'
      ) : (
        <>
          <b>{totalWords(answer)[0]}</b> {totalWords(answer)[1]}
          {[...asideOf(answer), ...reachedAside(reached)].map((words) => (
            <span key={words} className="small dim">
              {words}
            </span>
          ))}
          {answer.stopped && !waiting && (
            <Button look="quiet" className="small" title="Looks for ten seconds" onClick={onLonger}>
              search longer
            </Button>
          )}
        </>
      )}
    </p>
    {/* On a line of their own where the answer needs all of the first. */}
    <span className="row middle push gap-3 nowrap">
      <span>
        {waiting && answer !== undefined
          ? 'Searching…'
          : answer && `${count(answer.searched, 'session')} searched in ${formatNumber(answer.ms)} ms`}
      </span>
      <Select
        label="Order"
        value={place.sort}
        options={[
          { value: 'newest', label: 'newest first' },
          { value: 'best', label: 'best first' },
        ]}
        onChange={(sort) => goInSearch({ sort })}
      />
      <Select
        label="Hits of a session"
        value={each === null ? 'all' : 'some'}
        options={[
          { value: 'some', label: 'three of a session' },
          { value: 'all', label: 'all of a session' },
        ]}
        onChange={(value) => onEach(value === 'all' ? null : EACH)}
      />
      <Select
        label="Lines around a hit"
        value={String(around)}
        options={['0', '1', '3'].map((value) => ({
          value,
          label: value === '0' ? 'no lines around' : `${Number(value) * 2} lines around`,
        }))}
        onChange={(value) => onAround(Number(value))}
      />
    </span>
  </div>
);

/** The open tape, by which a search can be narrowed. */
const useOpenTape = (): { id: string; name: string } | null => {
  const id = useStore((state) => state.tape);
  const tape: TapeRow | undefined = useTape(id).data?.tape;
  return tape ? { id: tape.id, name: titleOf(tape) } : null;
};

/** Hits over all sessions where they were read: the query, one line of result, facets, hits, and the hit in its step. */
export function SearchPage({ place }: { place: SearchPlace }) {
  const id = useId();
  const client = useClient();
  const setNotice = useStore((state) => state.setNotice);
  const narrow = useNarrow();
  const field = useRef<HTMLInputElement>(null);
  const facets = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const { text, setText, rests } = useTyped(place);
  const [each, setEach] = useState<number | null>(EACH);
  const [around, setAround] = useState(1);
  const [opened, setOpened] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState(-1);
  const [match, setMatch] = useState(0);
  const [pending, setPending] = useState(false);
  const [side, setSide] = useState<'hits' | 'facets' | 'preview'>('hits');
  const answer = useSearched(place, each, around);
  const library = useFound({ tops: true, limit: 1 }).data;
  const empty = library?.total === 0;
  const asked = asksAnything(place) && !empty;
  const pages = asked ? (answer.data?.pages ?? []) : [];
  const first = pages[0];
  const all = useSessionHits(place, opened, around);
  const rows = rowsOf(pages, all);
  const at = chosen >= 0 && chosen < rows.length && rows[chosen]?.type !== 'session' ? chosen : firstOf(rows);
  const row = rows[at];
  const hit = row?.type === 'hit' ? row.hit : null;
  const tapes = useTapesById(rows.flatMap((one) => (one.type === 'session' ? [one.tape] : [])));
  const tape = useOpenTape();
  const ready = rests && answer.isSuccess && !answer.isPlaceholderData;
  const reached = useReachedHits(place, ready);
  const [longer, setLonger] = useState(false);
  const searching = asked && (longer || !rests || answer.isFetching) && !answer.isFetchingNextPage && !answer.isError;

  // The engine keeps what it found by then, and answers the same search with it.
  const searchLonger = (): void => {
    setLonger(true);
    void client
      .call('search.find', { ...place, limit: 1, longer: true })
      .then(
        () => answer.refetch(),
        (failure: Error) => setNotice(failure.message),
      )
      .finally(() => setLonger(false));
  };

  const key = JSON.stringify(place);
  useEffect(() => {
    if (key === '') return;
    setChosen(-1);
    setMatch(0);
    setOpened([]);
  }, [key]);
  const times = useAsked((state) => state.times);
  useEffect(() => {
    if (times < 0) return;
    field.current?.focus();
    field.current?.select();
  }, [times]);

  const move = (to: number): void => {
    setChosen(to);
    setMatch(0);
  };
  const open = (index: number): void => {
    const target = rows[index];
    if (target?.type === 'more') setOpened((before) => [...before, target.tape]);
    if (target?.type !== 'hit') return;
    remember(place);
    goToHit(client, target.hit);
  };
  const openKept = useEffectEvent(() => {
    setPending(false);
    const index = rows[at]?.type === 'hit' ? at : firstOf(rows);
    open(index);
  });
  // Enter is kept while a search runs, and opens the first hit.
  useEffect(() => {
    if (pending && ready) openKept();
  }, [pending, ready]);

  useKeys({
    search: () => {
      field.current?.focus();
      field.current?.select();
    },
    'row.next': () => move(along(rows, at, 1)),
    'row.previous': () => move(along(rows, at, -1)),
    'hit.session': () => move(alongSessions(rows, at, 1)),
    'hit.session-before': () => move(alongSessions(rows, at, -1)),
    'row.open': () => open(at),
    'hit.next': () => setMatch((before) => before + 1),
    ...(narrow && { 'hit.preview': () => setSide(side === 'preview' ? 'hits' : 'preview') }),
    'place.copy': () => copyPlace(client.bridge),
  });

  const number = rows.slice(0, at + 1).filter(({ type }) => type === 'hit').length;
  const showsFacets = first !== undefined && (!narrow || side === 'facets');
  const showsPreview = hit !== null && (!narrow || side === 'preview');
  return (
    <section className="stack full-height relative shrink-x" aria-label="Search">
      <QueryBar
        place={place}
        text={text}
        field={field}
        list={id}
        active={rows.length > 0 ? `${id}-${at}` : null}
        onType={(next) => {
          setText(next);
          setPending(false);
        }}
        onEnter={() => (text.trim() !== '' || asked) && setPending(true)}
        onMove={(by) => move(along(rows, chosen < 0 && by === 1 ? at : at, by))}
        onTab={() => {
          const control =
            facets.current?.querySelector<HTMLElement>('input, button') ?? list.current?.querySelector<HTMLElement>('[role="listbox"]');
          control?.focus();
        }}
      />
      {(asked || text !== '') && !empty && (
        <Result
          {...{
            answer: first,
            reached,
            waiting: searching,
            place,
            each,
            around,
            onEach: setEach,
            onAround: setAround,
            onLonger: searchLonger,
          }}
        />
      )}
      {narrow && first !== undefined && (
        <nav className={`row rigid gap-4 pad-x-4 line-below small`} aria-label="Parts of the search">
          {(['hits', 'facets', 'preview'] as const).map((name) => (
            <button
              key={name}
              type="button"
              className="tab pad-bottom-2"
              aria-current={side === name ? 'true' : undefined}
              onClick={() => setSide(name)}
            >
              {name}
            </button>
          ))}
        </nav>
      )}
      {answer.isError && <Failure error={answer.error} />}
      {empty ? <NothingYet scanning={library.scanning} /> : !asked && <Blank />}
      {asked && first === undefined && !answer.isError && <SkeletonRows rows={8} height={72} label="Searching" />}
      {first !== undefined && !answer.isError && (
        <div className={`${styles.columns} grid grow shrink-y line-above`} data-narrow={narrow}>
          {showsFacets && (
            <div ref={facets} className="shrink-y scroll-y on-sunk line-right">
              <Facets answer={first} reached={reached} place={place} tape={tape} />
            </div>
          )}
          {(!narrow || side !== 'facets') &&
            (first.total === 0 ? (
              <NothingFound answer={first} place={place} />
            ) : (
              <HitList
                id={id}
                box={list}
                query={place.query}
                rows={rows}
                at={at}
                tapes={tapes}
                stale={!ready}
                onMove={move}
                onOpen={open}
                onEnd={() => answer.hasNextPage && !answer.isFetching && void answer.fetchNextPage()}
              />
            ))}
          {showsPreview && (
            <Preview
              place={place}
              hit={hit}
              tape={tapes.get(hit.tape)}
              match={match}
              where={`hit ${formatNumber(number)} of ${formatNumber(first.total - first.repeats)}`}
              onOpen={() => open(at)}
            />
          )}
        </div>
      )}
      {narrow && showsPreview && (
        <Button className={styles.away ?? ''} onClick={() => setSide('hits')}>
          Close the preview
        </Button>
      )}
    </section>
  );
}
