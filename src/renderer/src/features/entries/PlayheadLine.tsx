import { formatNumber } from '../../ui/format.ts';
import styles from './Entries.module.css';

/** Where the playhead is between the rows: what is above it came before the step. */
export function PlayheadLine({ step, top }: { step: number; top: number }) {
  return (
    <div className={styles.playhead} style={{ transform: `translateY(${top}px)` }}>
      <span>step {formatNumber(step)}</span>
    </div>
  );
}
