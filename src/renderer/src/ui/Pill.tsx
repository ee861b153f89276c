import type { ReactNode } from 'react';
import styles from './Pill.module.css';

interface Props {
  tone?: 'plain' | 'ok' | 'warn' | 'error';
  /** With it the pill is a button. */
  onClick?: () => void;
  label?: string;
  children: ReactNode;
}

/** A short fact about what is open. */
export function Pill({ tone = 'plain', onClick, label, children }: Props) {
  const className = `${styles.pill} ${styles[tone]}`;
  if (onClick === undefined) return <span className={className}>{children}</span>;
  return (
    <button type="button" className={`${className} hover-shade`} onClick={onClick} aria-label={label}>
      {children}
    </button>
  );
}
