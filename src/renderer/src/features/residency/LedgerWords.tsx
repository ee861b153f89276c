import { count, formatNumber, formatShare } from '../../ui/format.ts';
import type { Layout } from './layout.ts';
import { ledgerAt } from './ledger.ts';
import styles from './Residency.module.css';
import { type Answer, figure } from './rows.ts';

const signed = (value: number): string => (value < 0 ? `−${formatNumber(-value)}` : formatNumber(value));

/** What changed the size of the requests up to a step and is no entry. */
const eventsUpTo = ({ events }: Answer, last: number): string =>
  events
    .filter(({ step }) => step <= last)
    .slice(-8)
    .map(({ type, step, tokens }) => `step ${formatNumber(step)}: ${type.replaceAll('-', ' ')}, ${signed(tokens)}`)
    .join('\n');

/** What one request held, in words with their basis, beside the curve. */
export const LedgerWords = ({ residency, at, layout }: { residency: Answer; at: number; layout: Layout }) => {
  const twice = residency.groups?.twice;
  const { step, recorded, cached, fresh, counted, estimated, unaccounted, base, events, unexplained } = ledgerAt(residency, at);
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
      {base !== null && (
        <>
          <dt title="system prompt, tools and whatever else no entry holds, measured at the first request">base</dt>
          <dd>{formatNumber(base)}</dd>
        </>
      )}
      {events !== null && events !== 0 && (
        <>
          <dt title={eventsUpTo(residency, step)}>events</dt>
          <dd>{signed(events)}</dd>
        </>
      )}
      {unexplained !== null && unexplained !== 0 && (
        <>
          <dt>not explained</dt>
          <dd>{signed(unexplained)}</dd>
        </>
      )}
      {unaccounted !== null && base === null && (
        <>
          <dt>unaccounted</dt>
          <dd>{signed(unaccounted)}</dd>
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
