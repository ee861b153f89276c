import type { HandoffEdge, Phase } from '../../../../shared/model/index.ts';
import styles from './Edge.module.css';
import { edgeTo, edgeWords } from './labels.ts';

const between: Partial<Record<HandoffEdge['type'], string>> = {
  fork: 'forked',
  archive: 'reset, archived',
  continued: 'continued',
  copied: 'resumed from a copy',
};

/** Where the arrow does not come from the card next to it, it says from which one. */
const kindOf = ({ type, from }: HandoffEdge, at: number, phases: readonly Phase[]): string | undefined => {
  const kind = between[type];
  return kind === undefined || from === at - 1 ? kind : `${kind} from ${phases[from]?.name ?? ''}`;
};

/** The arrow to a phase: above it what was carried, below what was left behind. */
export function Edge({ edges, at, phases }: { edges: readonly HandoffEdge[]; at: number; phases: readonly Phase[] }) {
  const edge = edgeTo(edges, at);
  if (edge === undefined) return <span className={styles.gap} aria-hidden="true" />;
  const { carried, left, warn } = edgeWords(edge, phases[at]);
  const kind = kindOf(edge, at, phases);
  return (
    <span
      className={`${styles.edge} pad-x-2 tiny dim text-center`}
      data-warn={warn}
      data-far={edge.from !== at - 1}
      title={`${carried}; ${left}`}
    >
      <b className="semibold ink clamp">{kind === undefined ? carried : `${kind}: ${carried}`}</b>
      <i className="relative block margin-y-2" aria-hidden="true" />
      <span className="clamp">{left}</span>
    </span>
  );
}
