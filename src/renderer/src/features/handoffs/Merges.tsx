import type { HandoffEdge, Handoffs } from '../../../../shared/model/index.ts';
import styles from './Handoffs.module.css';
import { mergeWords } from './words.ts';

/** Pixels that a line needs below the cards; merges beyond so many share the lowest one. */
const LANE = 20;
const LANES = 3;

export const mergesOf = (edges: readonly HandoffEdge[]): HandoffEdge[] => edges.filter(({ type }) => type === 'merge');

/** Room that the lines need. */
export const heightOf = (edges: readonly HandoffEdge[]): number => Math.min(LANES, mergesOf(edges).length) * LANE;

interface Props {
  handoffs: Handoffs;
  /** Middle of all cards, in pixels from the top; lines begin behind them. */
  top: number;
  /** Middle of a card, in pixels from the left. */
  middleOf: (phase: number) => number;
}

/** Lines from the last card of a merged fork back to the phase of its parent that took its entries, below the cards. */
export const Merges = ({ handoffs: { edges, phases, tapes }, top, middleOf }: Props) =>
  mergesOf(edges).map((edge, at) => {
    const [from, to] = [middleOf(edge.from), middleOf(edge.to)];
    const words = mergeWords(edge);
    return (
      <span
        key={`${edge.from} ${edge.to}`}
        className={styles.merge}
        title={words}
        style={{ top, left: Math.min(from, to), width: Math.abs(from - to), height: top + Math.min(at, LANES - 1) * LANE }}
      >
        <span className={`${to < from ? styles.went : styles.came} cut`}>{words}</span>
        <span className={`${to < from ? styles.came : styles.went} cut`}>
          merged from {tapes.find(({ id }) => id === phases[edge.from]?.tape)?.title}
        </span>
      </span>
    );
  });
