import type { ReactNode } from 'react';
import styles from './Inspector.module.css';

export function Facts({ children }: { children: ReactNode }) {
  return <dl className="pad-bottom-2 small">{children}</dl>;
}

/** A name and what is known under it; nothing where nothing is known. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return children === null || children === undefined || children === false || children === '' ? null : (
    <div className={`${styles.fact} grid baseline gap-3 break-anywhere pad-y-tight`}>
      <dt className="dim">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
