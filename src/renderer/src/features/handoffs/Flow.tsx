import { useMemo } from 'react';
import type { HandoffEdge, Handoffs, Phase } from '../../../../shared/model/index.ts';
import { meets } from '../../state/span.ts';
import { useStore } from '../../state/store.ts';
import styles from './Handoffs.module.css';
import { edgeTo, edgeWords, mergeLine, mergesByPhase, titleOf } from './labels.ts';
import { PhaseCard } from './PhaseCard.tsx';
import { startOf, widthOf } from './strip.ts';
import { useStrip } from './useStrip.ts';

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

/** The arrow to a phase: what it carries above, what was dropped below. */
function Edge({ edges, at, phases }: { edges: readonly HandoffEdge[]; at: number; phases: readonly Phase[] }) {
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

/** Pixels of the strip, and of the line below the cards that tells of merges. */
const HEIGHT = 172;
const MERGES = 20;

interface Props {
  handoffs: Handoffs;
  chosen: number;
  onChoose: (phase: number) => void;
}

/** Phases in order from left to right; only those in sight are in the page. */
export function Flow({ handoffs, chosen, onChoose }: Props) {
  const { phases, edges, tapes } = handoffs;
  const { box, cards, onScroll } = useStrip(phases.length, chosen);
  const span = useStore((state) => state.span);
  const tape = useStore((state) => state.tape);
  const mergesAt = useMemo(() => mergesByPhase(edges), [edges]);
  const below = edges.some(({ type }) => type === 'merge') ? MERGES : 0;
  const title = (at: number): string | null =>
    tapes.length < 2 || phases[at - 1]?.tape === phases[at]?.tape ? null : titleOf(handoffs, at);
  return (
    <div
      ref={box}
      className="rigid on-sunk line-below scroll-x"
      role="listbox"
      aria-label="Phases"
      aria-orientation="horizontal"
      tabIndex={-1}
      style={{ height: HEIGHT + below }}
      onScroll={onScroll}
    >
      <div className="full-height relative" role="presentation" style={{ width: widthOf(phases.length) }}>
        {phases.slice(cards.from, cards.to).map((phase, at) => {
          const index = cards.from + at;
          return (
            <div
              key={`${phase.tape} ${phase.seq}`}
              className={`${styles.slot} row middle absolute`}
              role="presentation"
              style={{ transform: `translateX(${startOf(index)}px)`, bottom: below }}
            >
              {index > 0 && <Edge edges={edges} at={index} phases={phases} />}
              <PhaseCard
                phase={phase}
                tape={title(index)}
                chosen={index === chosen}
                outside={span !== null && !(phase.tape === tape && meets(span, phase.firstStep, phase.lastStep))}
                merges={mergeLine(mergesAt(index), (fork) => titleOf(handoffs, fork))}
                onChoose={() => onChoose(index)}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}
