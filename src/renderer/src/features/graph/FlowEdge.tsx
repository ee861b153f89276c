import type { EdgeProps } from '@xyflow/react';
import styles from './Graph.module.css';

/** One edge along its lane; how it is drawn says what it is. */
export function FlowEdge({ data }: EdgeProps) {
  return (
    <path
      className={styles.edge}
      d={String(data?.path ?? '')}
      data-kind={String(data?.kind ?? 'chain')}
      data-active={data?.active === true}
      style={{ stroke: String(data?.colour ?? 'var(--dim)') }}
    />
  );
}
