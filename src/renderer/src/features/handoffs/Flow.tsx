import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import type { HandoffEdge, Handoffs, Phase } from '../../../../shared/model/index.ts';
import { meets } from '../../state/span.ts';
import { useStore } from '../../state/store.ts';
import styles from './Handoffs.module.css';
import { edgeTo, edgeWords, mergeLine, mergesByPhase, titleOf } from './labels.ts';
import { PhaseCard } from './PhaseCard.tsx';

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

/** Pixels of a card, of a card with the arrow that leads to it, of the strip, and of the line below the cards that tells of merges. */
const CARD = 208;
const PITCH = 372;
const HEIGHT = 172;
const MERGES = 20;
/** Cards that are in no file's line: hundreds of them are folded by the list itself. */
const MARGIN = 24;

interface Props {
  handoffs: Handoffs;
  chosen: number;
  onChoose: (phase: number) => void;
}

/** Phases in order from left to right; only those in sight are in the page. */
export function Flow({ handoffs, chosen, onChoose }: Props) {
  const { phases, edges, tapes } = handoffs;
  const box = useRef<HTMLDivElement>(null);
  const span = useStore((state) => state.span);
  const tape = useStore((state) => state.tape);
  const list = useVirtualizer({
    horizontal: true,
    count: phases.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => (index === 0 ? CARD : PITCH),
    overscan: 3,
    paddingStart: MARGIN,
    paddingEnd: MARGIN,
    scrollPaddingStart: MARGIN,
    scrollPaddingEnd: MARGIN,
  });
  useEffect(() => {
    list.scrollToIndex(chosen, { align: 'auto' });
  }, [chosen, list]);
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
    >
      <div className="full-height relative" role="presentation" style={{ width: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, start, key }) => {
          const phase = phases[index];
          return (
            phase && (
              <div
                key={key}
                className={`${styles.slot} row middle absolute`}
                role="presentation"
                style={{ transform: `translateX(${start}px)`, bottom: below }}
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
            )
          );
        })}
      </div>
    </div>
  );
}
