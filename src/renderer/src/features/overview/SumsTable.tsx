import { Fragment } from 'react';
import type { OverviewBy, Sums, SumsOf } from '../../../../shared/model/index.ts';
import { cacheShareOf, costOf, tokensOf } from '../../../../shared/model/overview.ts';
import { NOWHERE, toHash } from '../../state/hash.ts';
import { formatNumber, formatShort } from '../../ui/format.ts';
import { Heads } from '../../ui/Heads.tsx';
import { FigureLink } from './FigureLink.tsx';
import { cached, dayName, money, TABS } from './figures.ts';
import styles from './Overview.module.css';
import { withPeriod } from './period.ts';

const sessionsWith = (query: string): string => toHash({ ...NOWHERE, table: { query, sort: 'newest', reverse: false } });

/** The filter that a group is; null where the log has nothing to filter by. */
const filterOf = (by: OverviewBy, key: string, query: string): string | null => {
  if (key === '') return null;
  if (by === 'day') return withPeriod(query, { from: key, to: key });
  const value = key.replaceAll('"', '');
  return `${query} ${by}:=${/\s/.test(value) ? `"${value}"` : value}`.trim();
};

/** A log that says nothing of tokens leaves none to add up, and that is not the same as none used. */
const isRecorded = (sums: Sums): boolean => sums.steps === 0 || tokensOf(sums) > 0;

/** Sums as the cells of a row; each leads to the sessions that it is of. */
const Cells = ({ sums, query, most, priced }: { sums: Sums; query: string | null; most: number; priced: boolean }) => {
  const all = query === null ? null : sessionsWith(query);
  const having = (fact: string) => (query === null ? null : sessionsWith(`${query} has:${fact}`.trim()));
  const share = cacheShareOf(sums);
  return (
    <>
      <FigureLink text={formatNumber(sums.sessions)} to={all} zero={sums.sessions === 0} />
      <FigureLink text={formatNumber(sums.subAgents)} to={all} zero={sums.subAgents === 0} more={styles.wide} />
      <FigureLink text={formatNumber(sums.steps)} to={all} zero={sums.steps === 0} />
      <FigureLink
        text={isRecorded(sums) ? formatShort(tokensOf(sums)) : 'not recorded'}
        to={all}
        zero={tokensOf(sums) === 0}
        more={styles.strong}
      />
      <td className={styles.weight} aria-hidden="true">
        <i className="block" style={{ width: `${most > 0 ? (100 * tokensOf(sums)) / most : 0}%` }} />
      </td>
      {(['input', 'output', 'cacheRead', 'cacheWrite'] as const).map((of) => (
        <FigureLink key={of} text={isRecorded(sums) ? formatShort(sums[of]) : '–'} to={all} zero={sums[of] === 0} more={styles.wide} />
      ))}
      <td className={styles.cache}>
        {share !== null && (
          <i className="inline-block margin-right-2" aria-hidden="true">
            <i className="block" style={{ width: `${100 * share}%` }} />
          </i>
        )}
        {cached(sums)}
      </td>
      {priced && <FigureLink text={money(sums)} to={all} zero={costOf(sums) === null} />}
      <td data-zero={sums.compactions === 0}>
        {sums.compactions > 0 ? <a href={having('compaction') ?? undefined}>{formatNumber(sums.compactions)}</a> : '0'}
      </td>
      <td data-zero={sums.errors === 0} className={sums.errors > 0 ? styles.errors : undefined}>
        {sums.errors > 0 ? <a href={having('error') ?? undefined}>{formatNumber(sums.errors)}</a> : '0'}
      </td>
    </>
  );
};

const HEADS = [
  'Sessions',
  'Sub-agents',
  'Steps',
  'Tokens',
  '',
  'Input',
  'Output',
  'Cache read',
  'Cache write',
  'From cache',
  'Cost',
  'Compactions',
  'Errors',
];
const WIDE: readonly string[] = ['Sub-agents', 'Input', 'Output', 'Cache read', 'Cache write'];

interface Props {
  by: OverviewBy;
  groups: readonly SumsOf[];
  total: Sums;
  /** The filter with its days. */
  query: string;
  /** Whether there is a column of money. */
  priced: boolean;
  /** What is not in a row of its own. */
  others: { left: number; sums: Sums } | null;
}

/** The sums of all, then of each group. */
export function SumsTable({ by, groups, total, query, others, priced }: Props) {
  const tab = TABS.find((one) => one.by === by);
  const most = groups.reduce((sum, group) => Math.max(sum, tokensOf(group)), 0);
  return (
    <table className={`${styles.sums} full-width small nowrap`}>
      <Heads
        columns={[
          tab?.head ?? '',
          ...HEADS.filter((head) => priced || head !== 'Cost').map((name) => ({
            name,
            className: name === '' ? styles.weight : WIDE.includes(name) ? styles.wide : undefined,
          })),
        ]}
      />
      <tbody>
        <tr className={styles.total}>
          <th scope="row">
            <a href={sessionsWith(query)}>All</a>
          </th>
          <Cells sums={total} query={query} most={0} priced={priced} />
        </tr>
        {groups.map((group) => {
          const filter = filterOf(by, group.key, query);
          const name = by === 'day' ? dayName(group.key) : group.name || (tab?.none ?? '');
          return (
            <Fragment key={group.key}>
              <tr>
                <th scope="row" title={group.key}>
                  {filter === null ? name : <a href={sessionsWith(filter)}>{name}</a>}
                </th>
                <Cells sums={group} query={filter} most={most} priced={priced} />
              </tr>
            </Fragment>
          );
        })}
        {others !== null && (
          <tr>
            <th scope="row">{formatNumber(others.left)} more</th>
            <Cells sums={others.sums} query={null} most={most} priced={priced} />
          </tr>
        )}
      </tbody>
    </table>
  );
}
