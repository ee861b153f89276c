import type { ReactNode } from 'react';
import styles from './Inspector.module.css';

export const Facts = ({ children }: { children: ReactNode }) => <dl className={styles.facts}>{children}</dl>;

/** A name and what is known under it; nothing where nothing is known. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) =>
  children === null || children === undefined || children === false || children === '' ? null : (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
