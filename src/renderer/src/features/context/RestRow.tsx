import { formatNumber } from '../../ui/format.ts';
import { Cell } from '../entries/scroll/Grid.tsx';
import styles from './Context.module.css';

/** What the model read although no entry holds it: it stands first, where the system prompt and the tools would be. */
export const RestRow = ({ tokens }: { tokens: number }) => (
  <Cell className={styles.omissionCell}>
    <div className={`${styles.omission} hatched`}>
      <span aria-hidden="true">⋯</span>
      <span className={styles.reason}>
        <b>{formatNumber(tokens)} tokens</b> that this log does not hold: system prompt, tools, what was sent unlogged, what the estimate
        misses
      </span>
    </div>
  </Cell>
);
