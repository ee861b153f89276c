import { type EdgeProps, getBezierPath } from '@xyflow/react';
import styles from './FilesGraph.module.css';

/** One edge; its dashes say what of the folder goes where it leads. */
export function DependencyEdge({ sourceX, sourceY, sourcePosition, targetX, targetY, targetPosition, data }: EdgeProps) {
  const [path] = getBezierPath({ sourceX, sourceY, sourcePosition, targetX, targetY, targetPosition });
  return <path className={styles.edge} d={path} data-kind={String(data?.kind ?? 'subtree')} />;
}
