import type { ReactNode } from 'react';
import { count, formatNumber } from '../../ui/format.ts';
import styles from './Overview.module.css';

/** What the figures mean, after how much of the library they are of while it is looked at. */
export function LookedNote({ sums: { looked, of }, children }: { sums: { looked: number; of: number }; children: ReactNode }) {
  return (
    <p className={`${styles.notes} dim small`}>
      <span role="status">{looked < of && `${formatNumber(looked)} of ${count(of, 'session')} looked at so far. `}</span>
      {children}
    </p>
  );
}
