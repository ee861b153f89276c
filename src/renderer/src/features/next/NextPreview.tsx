import type { View } from '../../../../shared/model/index.ts';
import { EvidenceMark } from '../../ui/Evidence.tsx';
import { count, formatNumber } from '../../ui/format.ts';
import { nextFiguresOf, totalOf } from '../context/words.ts';
import styles from './NextPreview.module.css';

type Shown = Pick<View, 'tokens' | 'expected' | 'limit' | 'blocks' | 'omissions' | 'evidence' | 'warnings'>;

/** The next request that would come of what is previewed: what it weighs, what it leaves out, and how that is known. */
export const NextPreview = ({ next }: { next: Shown | undefined }) => (
  <section className={styles.next} aria-label="Next request">
    <p className={styles.line}>
      <strong>Next request</strong> {next === undefined ? '…' : <b>~{formatNumber(totalOf(next))} tokens</b>}
      {next && (
        <>
          <span>{count(next.blocks.length, 'block')}</span>
          {nextFiguresOf(next).map(({ value, words, hint }) => (
            <span key={words} title={hint}>
              {value} {words}
            </span>
          ))}
          <span>{leftWords(next)}</span>
          <EvidenceMark {...next.evidence} />
        </>
      )}
    </p>
    {next?.warnings.map((warning) => (
      <p key={warning} className={styles.warning}>
        {warning}
      </p>
    ))}
  </section>
);

const leftWords = ({ omissions }: Shown): string => {
  const left = omissions.reduce((sum, { count: entries }) => sum + entries, 0);
  return left === 0 ? 'nothing left out' : `${count(left, 'entry', 'entries')} left out`;
};
