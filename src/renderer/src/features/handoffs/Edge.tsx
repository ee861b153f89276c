import type { HandoffEdge, Phase } from '../../../../shared/model/index.ts';
import styles from './Handoffs.module.css';
import { edgeWords } from './words.ts';

const between: Partial<Record<HandoffEdge['type'], string>> = {
  fork: 'forked',
  archive: 'begun anew, archived',
  continued: 'continued',
  copied: 'resumed from a copy',
};

/** The arrow to a phase: above it what was carried, below what was left behind. */
export const Edge = ({ edges, at, to }: { edges: readonly HandoffEdge[]; at: number; to: Phase }) => {
  const edge = edges.find((one) => one.to === at);
  if (edge === undefined) return <span className={styles.gap} aria-hidden="true" />;
  const { carried, left, warn } = edgeWords(edge, to);
  const kind = between[edge.type];
  return (
    <span className={styles.edge} data-warn={warn} title={`${carried}; ${left}`}>
      <b>{kind === undefined ? carried : `${kind}: ${carried}`}</b>
      <i aria-hidden="true" />
      <span>{left}</span>
    </span>
  );
};
