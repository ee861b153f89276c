import { count, formatNumber, formatShare } from '../../ui/format.ts';
import type { Layout } from './layout.ts';
import { ledgerAt } from './ledger.ts';
import styles from './Residency.module.css';
import { type Answer, figure } from './rows.ts';

/** What one request held, in words with their basis, beside the curve. */
export const LedgerWords = ({ residency, at, layout }: { residency: Answer; at: number; layout: Layout }) => {
  const twice = residency.groups?.twice;
  const { step, recorded, cached, fresh, counted, estimated, unaccounted } = ledgerAt(residency, at);
  return (
    <dl className={styles.ledger} style={{ top: 2, width: layout.left - 12 }} aria-label={`Token ledger of step ${step}`}>
      <dt className={styles.of}>step</dt>
      <dd className={styles.of}>{formatNumber(step)}</dd>
      <dt>
        <b title={residency.policy === 'as-recorded' ? undefined : 'of the request that was really sent, not of this policy'}>recorded</b>
      </dt>
      <dd>{recorded === null ? 'none' : <b>{formatNumber(recorded)}</b>}</dd>
      {recorded !== null && (
        <>
          <dt className={styles.cached}>cached</dt>
          <dd title={cached === null ? undefined : formatShare(cached, recorded)}>{cached === null ? '–' : formatNumber(cached)}</dd>
          <dt className={styles.fresh}>new</dt>
          <dd>{formatNumber(fresh ?? 0)}</dd>
        </>
      )}
      {residency.tokenizer !== null && (
        <>
          <dt className={styles.held} title={`by the tokenizer ${residency.tokenizer}`}>
            counted
          </dt>
          <dd>{formatNumber(counted)}</dd>
        </>
      )}
      {(residency.tokenizer === null || estimated > 0) && (
        <>
          <dt className={residency.tokenizer === null ? styles.held : undefined}>estimated</dt>
          <dd>~{formatNumber(estimated)}</dd>
        </>
      )}
      {unaccounted !== null && (
        <>
          <dt>unaccounted</dt>
          <dd>{unaccounted < 0 ? `−${formatNumber(-unaccounted)}` : formatNumber(unaccounted)}</dd>
        </>
      )}
      {twice !== undefined && (twice.files[at] ?? 0) > 0 && (
        <>
          <dt title="files of which this context holds two reads or more, and what the older reads weigh">
            {count(twice.files[at] ?? 0, 'file')} twice
          </dt>
          <dd>{figure(twice.tokens[at] ?? 0, residency.tokenizer !== null && !residency.exact.includes(0))}</dd>
        </>
      )}
    </dl>
  );
};
