import styles from './Files.module.css';

/** How far something is, as a thin bar; or that it is running, where its length is unknown. */
export function Meter({ done, of, label }: { done: number; of: number; label: string }) {
  return <progress className={`${styles.meter} rigid`} {...(of > 0 && { value: done, max: of })} aria-label={label} />;
}
