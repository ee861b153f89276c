import { useConnection } from '../api/connection.ts';
import styles from './Skeleton.module.css';

/** A grey bar as wide as the text to come, so that nothing moves when it arrives. */
export function Bar({ width }: { width: string }) {
  return <span className={`${styles.bar} block max-full round-tiny tall-8`} style={{ width }} />;
}

const WIDTHS = ['62%', '84%', '48%', '71%', '90%', '55%'];

/** A row that is lower than this has one line. */
const TWO_LINES = 36;

/** `rows` rows of `height` pixels with a title each, and a line below it where there is room for one. */
export function SkeletonRows({ rows, height, label }: { rows: number; height: number; label: string }) {
  // What comes only once the engine is back is no matter of moments, and says so.
  if (useConnection() === 'lost')
    return (
      <p role="status" aria-label={label} className="dim pad-4 margin-top-2 margin-bottom-3">
        Waiting for the engine.
      </p>
    );
  return (
    <div role="status" aria-label={label} className="clip">
      {Array.from({ length: rows }, (_, index) => `row ${index}`).map((row, index) => (
        <div key={row} className={`${styles.row} row centred gap-2 pad-x-4`} style={{ height }}>
          <Bar width={WIDTHS[index % WIDTHS.length] ?? '60%'} />
          {height >= TWO_LINES && <Bar width={WIDTHS[(index + 2) % WIDTHS.length] ?? '40%'} />}
        </div>
      ))}
    </div>
  );
}
