import { type EventSum, eventsIn, evidenceAt, ledgerAt, outsideName, restIn } from '../../../../shared/model/ledger.ts';
import { EVIDENCE_WORDS } from '../../ui/Evidence.tsx';
import { count, formatNumber, formatShare } from '../../ui/format.ts';
import type { Layout } from './layout.ts';
import styles from './Residency.module.css';
import { type Answer, figure } from './rows.ts';

const signed = (value: number): string => (value < 0 ? `−${formatNumber(-value)}` : formatNumber(value));

/** Types of events that have a row of their own; the rest share one, since there is room for a few. */
const MOST_TYPES = 2;

const atSteps = ({ steps }: EventSum): string =>
  `at ${steps.length === 1 ? 'step' : 'steps'} ${steps.slice(-8).map(formatNumber).join(', ')}`;

/** What changed the size of the requests and is no entry: a row for each type, or one for all where they are many. */
const EventRows = ({ residency, at, sum }: { residency: Answer; at: number; sum: number | null }) => {
  const sums = eventsIn(residency, at);
  if (sum === null || (sum === 0 && sums.length === 0)) return null;
  const words = sums.map((one) => `${one.type.replaceAll('-', ' ')} ${atSteps(one)}: ${signed(one.tokens)}`).join('\n');
  if (sums.length === 0 || sums.length > MOST_TYPES) return <EventRow name="events" title={words} tokens={sum} />;
  return sums.map((one) => <EventRow key={one.type} name={one.type.replaceAll('-', ' ')} title={atSteps(one)} tokens={one.tokens} />);
};

const EventRow = ({ name, title, tokens }: { name: string; title: string; tokens: number }) => (
  <>
    <dt title={title}>{name}</dt>
    <dd>{signed(tokens)}</dd>
  </>
);

/** What one request held, in words with their basis, next to the curve. */
export const LedgerWords = ({ residency, at, layout }: { residency: Answer; at: number; layout: Layout }) => {
  const twice = residency.groups?.twice;
  const line = ledgerAt(residency, at);
  const { step, recorded, cached, new: fresh, counted, estimated, base, events, unexplained } = line;
  const outside = residency.outside.flatMap(({ name, tokens }) => (tokens[at] ? [[name, tokens[at]] as const] : []));
  const evidence = evidenceAt(residency, at);
  const rest = restIn(line, evidence);
  return (
    <dl className={styles.ledger} style={{ top: 2, width: layout.left - 12 }} aria-label={`Token ledger of step ${step}`}>
      <dt className={styles.of}>step</dt>
      <dd className={styles.of} title={EVIDENCE_WORDS[evidence]}>
        {formatNumber(step)} {residency.policy === 'as-recorded' && <span className={styles.known}>{evidence}</span>}
      </dd>
      <dt>
        <b title={residency.policy === 'as-recorded' ? undefined : 'of the request as sent, not of this policy'}>recorded</b>
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
      {outside.length > 0 && (
        <>
          <dt
            title={`part of the estimate:\n${outside.map(([name, tokens]) => `${outsideName(name)} ~${formatNumber(tokens)}`).join('\n')}`}
          >
            in no entry
          </dt>
          <dd>~{formatNumber(outside.reduce((sum, [, tokens]) => sum + tokens, 0))}</dd>
        </>
      )}
      {base !== null && evidence !== 'recorded' && (
        <>
          <dt title="system prompt, tools and whatever else is in no entry, measured at the first request">base</dt>
          <dd>{formatNumber(base)}</dd>
        </>
      )}
      <EventRows residency={residency} at={at} sum={events} />
      {unexplained !== null && unexplained !== 0 && (
        <>
          <dt>not explained</dt>
          <dd>{signed(unexplained)}</dd>
        </>
      )}
      {rest !== null && (
        <>
          <dt>{rest.words}</dt>
          <dd>{signed(rest.tokens)}</dd>
        </>
      )}
      {twice !== undefined && (twice.files[at] ?? 0) > 0 && (
        <>
          <dt title="files that were read more than once and are in this context more than once, and what the older reads weigh">
            {count(twice.files[at] ?? 0, 'file')} twice
          </dt>
          <dd>{figure(twice.tokens[at] ?? 0, residency.tokenizer !== null && !residency.exact.includes(0))}</dd>
        </>
      )}
    </dl>
  );
};
