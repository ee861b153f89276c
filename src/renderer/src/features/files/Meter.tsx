import styles from './Files.module.css';

/** How far something is, as a thin bar. */
export const Meter = ({ done, of, label }: { done: number; of: number; label: string }) => (
  <progress className={styles.meter} value={done} max={Math.max(1, of)} aria-label={label} />
);
