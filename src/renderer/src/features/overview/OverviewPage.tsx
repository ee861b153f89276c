import { lostCsv, overviewCsv, toolsCsv, verdictsCsv } from '../../../../shared/library/overview-csv.ts';
import type { LibraryOverview, SumsTab } from '../../../../shared/model/index.ts';
import { costOf, tokensOf } from '../../../../shared/model/overview.ts';
import { useMoney } from '../../data/appHooks.ts';
import { useClient } from '../../data/client.tsx';
import { NOWHERE, type TablePlace, toHash } from '../../state/hash.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { count, formatNumber, formatShort } from '../../ui/format.ts';
import { Scroller } from '../../ui/Scroller.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { Chips } from '../library/FilterBar.tsx';
import { goInTable } from '../library/table.ts';
import { saveFile } from '../report/save.ts';
import { Lost, Requests, Tools, Verified } from './Bodies.tsx';
import { isSums, money, TABS } from './figures.ts';
import { Head, useSums } from './Head.tsx';
import styles from './Overview.module.css';
import { askedOf } from './period.ts';

/** Asks again until all sessions have been looked at. */
const wholly = async <A extends { looked: number; of: number }>(ask: () => Promise<A>): Promise<A> => {
  for (;;) {
    const answer = await ask();
    if (answer.looked >= answer.of) return answer;
  }
};

/** Everything that a tab has, as comma-separated values. */
function useCsv(place: TablePlace, by: SumsTab): () => void {
  const client = useClient();
  const setNotice = useStore((state) => state.setNotice);
  const asked = { ...askedOf(place.query), zone: Intl.DateTimeFormat().resolvedOptions().timeZone, limit: 100_000 };
  const text = async (): Promise<string> => {
    if (by === 'tool') return toolsCsv((await wholly(() => client.call('library.tools', asked))).tools);
    if (by === 'lost') return lostCsv((await wholly(() => client.call('library.lost', asked))).sessions);
    if (by === 'proof') return verdictsCsv((await client.call('evidence.verify', {})).items);
    return overviewCsv(by, (await client.call('library.overview', asked))[by]);
  };
  return () =>
    void text().then(
      (csv) => saveFile(new Blob([csv], { type: 'text/csv' }), `overview-by-${by}.csv`),
      (failure: Error) => setNotice(failure.message),
    );
}

/** Sessions with the most tokens. */
const Largest = ({ sessions, priced }: { sessions: LibraryOverview['largest']; priced: boolean }) => (
  <aside className={`${styles.largest} scroll pad-x-4 pad-y-2 line-left small`} aria-label="Largest sessions">
    <h2 className="regular dim">Largest sessions</h2>
    <ol>
      {sessions.map((session) => (
        <li key={session.tape} className="grid gap-x-2 pad-y-1">
          <a className="cut" href={toHash({ ...NOWHERE, tape: session.tape })} title={session.title}>
            {session.title}
          </a>
          <b>{formatShort(tokensOf(session))}</b>
          <span className="all-columns dim cut">
            {session.project} · {count(session.steps, 'step')}
            {priced && costOf(session) !== null && ` · ${money(session)}`}
          </span>
        </li>
      ))}
    </ol>
  </aside>
);

/** The tabs with how many rows each has, the filter, and what leads away. */
const Tabs = ({ overview, place, by, onSave }: { overview: LibraryOverview; place: TablePlace; by: SumsTab; onSave: () => void }) => (
  <nav className={`${styles.tabs} row middle rigid gap-4 pad-x-4 line-below`} aria-label="Added up by">
    {TABS.map((tab) => (
      <button
        key={tab.by}
        type="button"
        className={`${styles.tab} tab nowrap`}
        aria-current={tab.by === by ? 'true' : undefined}
        onClick={() => goInTable({ sums: tab.by })}
      >
        {tab.name} {isSums(tab.by) && <small>{formatNumber(overview[tab.by].groups.length + overview[tab.by].left)}</small>}
      </button>
    ))}
    <span className="row grow shrink-x clip small gap-2">
      <Chips query={place.query} />
    </span>
    <Button look="quiet" onClick={onSave}>
      CSV
    </Button>
    <a href={toHash({ ...NOWHERE, table: { query: place.query, sort: 'newest', reverse: false } })}>sessions</a>
  </nav>
);

/** What the sessions of a filter came to, as tabs. */
const Body = ({ overview, place, by }: { overview: LibraryOverview; place: TablePlace; by: SumsTab }) => {
  const priced = useMoney();
  const save = useCsv(place, by);
  return (
    <>
      <Tabs {...{ overview, place, by }} onSave={save} />
      <div className="row grow shrink-y">
        <Scroller className="grow shrink-x scroll" aria-label="Sums">
          {by === 'tool' && <Tools place={place} />}
          {by === 'lost' && <Lost place={place} />}
          {by === 'proof' && <Verified />}
          {isSums(by) && <Requests {...{ overview, place, by }} />}
        </Scroller>
        <Largest sessions={overview.largest} priced={priced} />
      </div>
    </>
  );
};

/** Nothing to add up yet, and what to do about it. */
const Nothing = ({ scanning }: { scanning: boolean }) => {
  const setOverlay = useStore((state) => state.setOverlay);
  if (scanning) return <p className="pad-x-4 pad-y-5 dim">Looking for logs…</p>;
  return (
    <p className="pad-x-4 pad-y-5 dim">
      No sessions yet, so there is nothing to add up. Open a file or a folder with logs, or say in the settings where agents keep theirs.{' '}
      <Button onClick={() => setOverlay('open')}>Open…</Button> <Button onClick={() => setOverlay('settings')}>Settings</Button>
    </p>
  );
};

/** What all sessions came to: a strip of days, then tables whose figures lead to the sessions. */
export function OverviewPage({ place, by }: { place: TablePlace; by: SumsTab }) {
  const { all, some } = useSums(place);
  const overview = some.data;
  return (
    <section className={`${styles.page} stack full-height shrink-x container`} aria-label="Overview">
      {some.isError && <Failure error={some.error} onRetry={() => void some.refetch()} />}
      {overview === undefined && !some.isError && <SkeletonRows rows={20} height={27} label="Adding up the library" />}
      {overview !== undefined && overview.total.sessions + overview.total.subAgents === 0 && place.query === '' && (
        <Nothing scanning={overview.scanning} />
      )}
      {overview !== undefined && (place.query !== '' || overview.total.sessions + overview.total.subAgents > 0) && (
        <>
          <Head overview={overview} days={(all.data ?? overview).day.groups} place={place} said />
          <Body overview={overview} place={place} by={by} />
        </>
      )}
    </section>
  );
}
