import { formatNumber } from '../../ui/format.ts';
import { Cell } from '../entries/scroll/Grid.tsx';
import block from './BlockRow.module.css';
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

/** What every request begins with and no entry holds: it goes along with the next one too. */
export const BaseRow = ({ tokens, step }: { tokens: number; step: number | null }) => (
  <Cell className={block.block}>
    <span className={`${styles.word} swatch`} style={{ color: 'var(--k-system)' }}>
      <span>base</span>
    </span>
    <div className={block.body}>
      <p className="cut">System prompt, tools and what else no entry holds</p>
      <p className={`${block.notes} cut`}>{step === null ? 'as the log measured it' : `as sent up to step ${formatNumber(step)}`}</p>
    </div>
    <span className={styles.weight} title={`${formatNumber(tokens)} tokens recorded`}>
      {formatNumber(tokens)}
    </span>
  </Cell>
);
