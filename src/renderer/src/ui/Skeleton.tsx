import { useConnection } from '../api/connection.ts';
import styles from './Skeleton.module.css';

/** A grey bar as wide as the text to come, so that nothing moves when it arrives. */
export function Bar({ width }: { width: string }) {
  return <span className={styles.bar} style={{ width }} />;
}

const WIDTHS = ['62%', '84%', '48%', '71%', '90%', '55%'];

/** `rows` rows of `height` pixels with a title and a line below it each. */
export function SkeletonRows({ rows, height, label }: { rows: number; height: number; label: string }) {
  // What comes only once the engine is back is no matter of moments, and says so.
  if (useConnection() === 'lost')
    return (
      <p role="status" aria-label={label} className={styles.waits}>
        Waiting for the engine.
      </p>
    );
  return (
    <div role="status" aria-label={label} className={styles.rows}>
      {Array.from({ length: rows }, (_, index) => `row ${index}`).map((row, index) => (
        <div key={row} className={styles.row} style={{ height }}>
          <Bar width={WIDTHS[index % WIDTHS.length] ?? '60%'} />
          <Bar width={WIDTHS[(index + 2) % WIDTHS.length] ?? '40%'} />
        </div>
      ))}
    </div>
  );
}
