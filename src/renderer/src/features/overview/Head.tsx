import { memo } from 'react';
import { asksProof } from '../../../../shared/library/query.ts';
import type { LibraryOverview, Sums, SumsTab } from '../../../../shared/model/index.ts';
import { costOf, tokensOf } from '../../../../shared/model/overview.ts';
import { useMoney } from '../../data/appHooks.ts';
import { useOverview } from '../../data/libraryHooks.ts';
import { NOWHERE, type TablePlace, toHash } from '../../state/hash.ts';
import { count } from '../../ui/format.ts';
import { dollarsOf } from '../../ui/money.ts';
import { goInTable } from '../library/table.ts';
import { MOST_GROUPS } from './Bodies.tsx';
import { cached, dayName, money, tokens } from './figures.ts';
import styles from './Overview.module.css';
import { askedOf, barsOf, daysBetween, daysOfBar, everyDay, periodOf, withPeriod } from './period.ts';
import { Strip } from './Strip.tsx';

/** Days of the strip; tables have a year. */
const MOST_DRAWN = 3 * 366;

/** Where the sum of money is from, and what is missing of it. */
const pricedWords = (total: Sums, prices: string): string => {
  if (costOf(total) === null) return 'No price is known for these models';
  const parts = [
    ...(total.dollars > 0 ? [`${dollarsOf(total.dollars)} recorded`] : []),
    ...(total.computed > 0 ? [`${dollarsOf(total.computed)} computed at list prices of ${dayName(prices)}`] : []),
    ...(total.unpriced > 0 ? [`${count(total.unpriced, 'step')} without a price`] : []),
  ];
  return parts.join(' · ');
};

interface Props {
  overview: LibraryOverview;
  /** What the days came to, also those that the period leaves out. */
  days: LibraryOverview['day']['groups'];
  place: TablePlace;
  /** Whether screen readers announce the answer when it changes. */
  said: boolean;
}

/** The answer first: what it came to, in how many days. Each figure leads to the tab that it is added up in. */
const Answer = ({ overview, place, said }: Props) => {
  const { total, day } = overview;
  const period = periodOf(place.query);
  const dated = day.groups.filter(({ key }) => key !== '');
  const [first, last] = [period.from ?? dated[0]?.key, period.to ?? dated.at(-1)?.key];
  const days = first === undefined || last === undefined ? 0 : daysBetween(first, last);
  const shown = useMoney();
  const priced = shown && costOf(total) !== null;
  const to = (sums: SumsTab): string => toHash({ ...NOWHERE, table: { ...place, sums } });
  return (
    <div className={`${styles.answer} shrink-x`} role={said ? 'status' : undefined}>
      <h1 className="huge">
        <a href={to('day')}>
          {priced ? money(total) : tokens(total)} in {count(days, 'day')}
        </a>
      </h1>
      <p className="small leading-16 dim cut">
        <a href={to('model')}>
          {priced && `${tokens(total)}, `}
          {cached(total)} from the cache
        </a>{' '}
        · <a href={to('project')}>{count(total.sessions, 'session')}</a>
      </p>
      {shown && (
        <p className="small leading-16 dim cut">
          <a href={to('model')}>{pricedWords(total, overview.prices)}</a>
        </p>
      )}
    </div>
  );
};

/** What the sessions of a filter came to, and the days of it as a strip. */
export function Head(props: Props) {
  const { place } = props;
  const days = everyDay(props.days, MOST_DRAWN);
  return (
    <header className={`${styles.head} row rigid gap-5 pad-x-4 line-below`}>
      <Answer {...props} />
      <Strip
        bars={barsOf(days)}
        each={daysOfBar(days.length)}
        priced={useMoney()}
        period={periodOf(place.query)}
        onPeriod={(next) => goInTable({ query: withPeriod(place.query, next) })}
      />
    </header>
  );
}

/** What a filter came to: `some` in its days, `all` in every day. */
export function useSums({ query }: TablePlace) {
  const all = useOverview({ filter: periodOf(query).rest, limit: MOST_GROUPS });
  const some = useOverview({ ...askedOf(query), limit: MOST_GROUPS });
  return { all, some };
}

/**
 * The same above the table of sessions. It is asked for once a condition is whole, never while one is being typed, and not where it would
 * take a look into each session; what used no tokens has nothing to draw.
 */
export const LibraryHead = memo(function LibraryHead({ place }: { place: TablePlace }) {
  return asksProof(place.query) ? null : <HeadOf place={place} />;
});

const HeadOf = ({ place }: { place: TablePlace }) => {
  const { all, some } = useSums(place);
  const [whole, overview] = [all.data ?? some.data, some.data];
  if (some.isError || (whole !== undefined && tokensOf(whole.total) === 0)) return null;
  return (
    <div className={`${styles.aboveRows} rigid`}>
      {whole === undefined || overview === undefined ? (
        <div className={`${styles.head} line-below`} />
      ) : (
        <Head overview={overview} days={whole.day.groups} place={place} said={false} />
      )}
    </div>
  );
};
