import { Fragment } from 'react';
import { useProvenState } from '../../data/useProvenState.ts';
import type { Layout } from './layout.ts';
import { type LedgerRow, ledgerRows } from './ledger-rows.ts';
import styles from './Residency.module.css';
import type { Answer } from './rows.ts';

const TOP = 2;

/** What one request held, in words with their basis, next to the curve. */
export function LedgerWords({ residency, at, layout }: { residency: Answer; at: number; layout: Layout }) {
  const { top, height } = layout.axis;
  const proof = useProvenState(residency.tape, residency.steps[at] ?? null, residency.policy, true);
  return (
    <dl
      className={styles.ledger}
      style={{ top: TOP, width: layout.left - 12 }}
      aria-label={`Token ledger of step ${residency.steps[at] ?? 0}`}
    >
      {ledgerRows(residency, at, top + height - TOP, proof).map((row) => (
        <Row key={row.name} row={row} />
      ))}
    </dl>
  );
}

const Row = ({ row: { name, value, look, title, known } }: { row: LedgerRow }) => (
  <Fragment>
    <dt className={look && styles[look]} title={title}>
      {name}
    </dt>
    <dd className={look && styles[look]} title={title}>
      {value}
      {known !== undefined && <span className={styles.known}> {known}</span>}
    </dd>
  </Fragment>
);
