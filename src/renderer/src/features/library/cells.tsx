import type { HTMLAttributes } from 'react';
import type { LibraryGroup, TapeCost, Totals } from '../../../../shared/model/index.ts';
import { useMoney } from '../../data/appHooks.ts';
import { count, formatNumber, formatShort } from '../../ui/format.ts';
import { dollarsOf } from '../../ui/money.ts';
import styles from './LibraryPage.module.css';

/** The roles of a table that is drawn a stretch at a time, which elements of a table cannot be. */
export const roles = {
  grid: (more: HTMLAttributes<HTMLDivElement>) => ({
    role: 'treegrid',
    tabIndex: 0,
    'aria-label': 'Sessions',
    'aria-multiselectable': true,
    ...more,
  }),
  row: (index: number, more: HTMLAttributes<HTMLDivElement> = {}) => ({ role: 'row', 'aria-rowindex': index, ...more }),
  header: (sort?: 'none' | 'ascending' | 'descending') => ({ role: 'columnheader', ...(sort && { 'aria-sort': sort }) }),
  group: { role: 'rowgroup' },
  rows: (more: HTMLAttributes<HTMLDivElement>) => ({ role: 'rowgroup', ...more }),
  cell: { role: 'gridcell' },
} as const;

/** A figure in its column; a zero is there, and faint. */
export function Figure({ id, value, shown, title }: { id: string; value: number; shown?: string | undefined; title?: string | undefined }) {
  return (
    <span
      {...roles.cell}
      className={`${styles[id]} ${styles.figure}`}
      data-zero={value === 0}
      title={title ?? (shown && formatNumber(value))}
    >
      {shown ?? formatNumber(value)}
    </span>
  );
}

interface Costly {
  cost: TapeCost | null;
  tokens: number;
  /** Whether money is shown. */
  shown: boolean;
}

/** What requests cost; a sum that lacks some is at least that. */
export function Cost({ cost, tokens, shown }: Costly) {
  const words = cost ? `${cost.whole ? '' : '≥ '}${dollarsOf(cost.dollars)}` : tokens > 0 ? 'no price' : '';
  return (
    <span {...roles.cell} className={`${styles.figure} ${cost ? '' : 'dim tiny'}`}>
      {shown ? words : ''}
    </span>
  );
}

/** Why a sum is less than its rows. */
const copiedWords = (copied: number): string | undefined =>
  copied === 0 ? undefined : `Each request once: ${count(copied, 'step')} more in copies of sessions`;

/** Sums of some sessions, in the columns from the project on. The field that they are grouped by is the same in each group, so it is not counted. */
export function Totalled({ totals, group = 'none' }: { totals: Totals; group?: LibraryGroup | undefined }) {
  const money = useMoney();
  return (
    <>
      <span {...roles.cell} className={styles.project}>
        {group !== 'project' && count(totals.projects, 'project')}
      </span>
      <span {...roles.cell} className={styles.agent}>
        {group !== 'agent' && count(totals.agents, 'agent')}
      </span>
      <span {...roles.cell} className={styles.model}>
        {group !== 'model' && count(totals.models, 'model')}
      </span>
      <span {...roles.cell} className={styles.date} />
      <Figure id="steps" value={totals.steps} title={copiedWords(totals.copied)} />
      <Figure id="tokens" value={totals.tokens} shown={formatShort(totals.tokens)} />
      <Cost cost={totals.cost} tokens={totals.tokens} shown={money} />
      <span {...roles.cell} className={styles.curve} />
      <Figure id="compactions" value={totals.compactions} />
      <Figure id="forks" value={totals.forks} />
      <Figure id="errors" value={totals.errors} />
    </>
  );
}
