import type { ReactNode } from 'react';
import { Cell } from '../entries/scroll/Grid.tsx';
import styles from './SlimRow.module.css';

interface Props {
  /** Hatched at its head: what it names is not in the context. */
  absent: boolean;
  /** Tokens, as they are shown. */
  weight: string;
  title: string;
  children: ReactNode;
  action?: ReactNode;
}

/** One thin line between two blocks. */
export function SlimRow({ absent, weight, title, children, action }: Props) {
  return (
    <Cell className={`${styles.slim} grid middle gap-x-3 pad-x-4 on-sunk line-below tiny dim nowrap leading-24`} title={title}>
      <span className={absent ? `${styles.patch} hatched` : styles.patch} aria-hidden="true" />
      <span className="row wrap shrink-x clip gap-x-3 tall-24">{children}</span>
      {action}
      <span className={`${styles.weight} text-right`}>{weight}</span>
    </Cell>
  );
}
