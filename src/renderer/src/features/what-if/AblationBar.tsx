import type { Ablated } from '../../../../shared/model/index.ts';
import { count, formatNumber } from '../../ui/format.ts';
import styles from './WhatIf.module.css';

/** How many answers decide otherwise without a block. */
export function AblationBar({ ablated: { changed, groups } }: { ablated: Ablated }) {
  const all = groups.reduce((sum, { answers }) => sum + answers.length, 0);
  if (changed === null || all === 0) return 'no answer';
  const words = `${formatNumber(changed)} of ${formatNumber(all)}`;
  return (
    <span
      className={`${styles.bar} row middle gap-2`}
      title={`Without it ${words} ${all === 1 ? 'answer decides' : 'answers decide'} otherwise.`}
    >
      <i className="rigid tall-8" style={{ width: `${(40 * changed) / all}px` }} aria-hidden="true" />
      <b className="regular" data-changed={changed > 0}>
        {words}
      </b>
      <span className="unseen"> {count(all, 'answer')} decide otherwise without it</span>
    </span>
  );
}
