import type { PreviewedNext, View } from '../../../../shared/model/index.ts';
import { useStore } from '../../state/store.ts';
import { EvidenceMark } from '../../ui/Evidence.tsx';
import { count, formatNumber } from '../../ui/format.ts';
import { nextFiguresOf, totalOf } from '../context/words.ts';
import styles from './NextPreview.module.css';

type Shown = Pick<View, 'tokens' | 'expected' | 'limit' | 'blocks' | 'omissions' | 'evidence' | 'warnings' | 'policy'>;

/** The next request that would come of what is previewed, against the one of now: what each weighs, what leaves and comes, how it is known. */
export const NextPreview = ({ next }: { next: PreviewedNext | undefined }) => (
  <section className={styles.next} aria-label="Next request">
    {next === undefined ? (
      <p className={styles.line}>
        <strong>Next request</strong> …
      </p>
    ) : (
      <>
        <p className={styles.line}>
          <strong>Next request</strong> <b>~{formatNumber(totalOf(next))} tokens</b>
          <span>{count(next.blocks.length, 'block')}</span>
          {nextFiguresOf(next).map(({ value, words, hint }) => (
            <span key={words} title={hint}>
              {value} {words}
            </span>
          ))}
          <span>{leftWords(next)}</span>
          {next.policy !== 'as-recorded' && <code>{next.policy}</code>}
          <EvidenceMark {...next.evidence} />
        </p>
        <Against next={next} />
        {next.warnings.map((warning) => (
          <p key={warning} className={styles.warning}>
            {warning}
          </p>
        ))}
      </>
    )}
  </section>
);

/** What is different from the next request as it is now. */
const Against = ({ next }: { next: PreviewedNext }) => {
  const change = totalOf(next) - totalOf(next.now);
  return (
    <p className={styles.line}>
      <span>
        now ~{formatNumber(totalOf(next.now))} tokens, {count(next.now.blocks.length, 'block')}
      </span>
      <b>
        {change < 0 ? '−' : '+'}
        {formatNumber(Math.abs(change))}
      </b>
      <Entries verb="leaves" verbs="leave" ranges={next.leaves} />
      <Entries verb="comes" verbs="come" ranges={next.comes} />
    </p>
  );
};

const MOST = 4;

const Entries = ({ verb, verbs, ranges }: { verb: string; verbs: string; ranges: PreviewedNext['leaves'] }) => {
  const select = useStore((state) => state.select);
  const entries = ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0);
  if (entries === 0) return <span>nothing {verb}</span>;
  return (
    <span>
      {count(entries, 'entry', 'entries')} {entries === 1 ? verb : verbs}
      {verb === 'leaves' &&
        ranges.slice(0, MOST).map(([from, to]) => (
          <button key={from} type="button" className={styles.range} onClick={() => select(from)}>
            {from === to ? `#${from}` : `#${from}–${to}`}
          </button>
        ))}
      {verb === 'leaves' && ranges.length > MOST && ' …'}
    </span>
  );
};

const leftWords = ({ omissions }: Shown): string => {
  const left = omissions.reduce((sum, { count: entries }) => sum + entries, 0);
  return left === 0 ? 'nothing left out' : `${count(left, 'entry', 'entries')} left out`;
};
