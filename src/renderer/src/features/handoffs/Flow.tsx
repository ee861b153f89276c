import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { Handoffs } from '../../../../shared/model/index.ts';
import { Edge } from './Edge.tsx';
import styles from './Handoffs.module.css';
import { heightOf, Merges, mergesOf } from './Merges.tsx';
import { PhaseCard } from './PhaseCard.tsx';

/** Pixels of a card, of a card with the arrow that leads to it, and of the strip without any merge. */
const CARD = 208;
const PITCH = 372;
const HEIGHT = 172;
/** Cards that stand in no file's line: hundreds of them are folded by the list itself. */
const MARGIN = 24;

interface Props {
  handoffs: Handoffs;
  chosen: number;
  onChoose: (phase: number) => void;
}

/** Phases in order from left to right; only those in sight are in the page. */
export const Flow = ({ handoffs, chosen, onChoose }: Props) => {
  const { phases, edges, tapes } = handoffs;
  const box = useRef<HTMLDivElement>(null);
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
  const returned = new Set(mergesOf(edges).map(({ to }) => to));
  const title = (at: number): string | null => {
    const phase = phases[at];
    if (tapes.length < 2 || phase === undefined || phases[at - 1]?.tape === phase.tape) return null;
    return tapes.find(({ id }) => id === phase.tape)?.title ?? null;
  };
  return (
    <div
      ref={box}
      className={styles.flow}
      role="listbox"
      aria-label="Phases"
      aria-orientation="horizontal"
      tabIndex={-1}
      style={{ height: HEIGHT + heightOf(edges) }}
    >
      <div className={styles.all} role="presentation" style={{ width: list.getTotalSize() }}>
        <Merges handoffs={handoffs} top={HEIGHT / 2} middleOf={(at) => MARGIN + at * PITCH + CARD / 2} />
        {list.getVirtualItems().map(({ index, start, key }) => {
          const phase = phases[index];
          return (
            phase && (
              <div
                key={key}
                className={styles.slot}
                role="presentation"
                style={{ transform: `translateX(${start}px)`, bottom: heightOf(edges) }}
              >
                {index > 0 && <Edge edges={edges} at={index} phases={phases} />}
                <PhaseCard
                  phase={phase}
                  tape={title(index)}
                  chosen={index === chosen}
                  returned={returned.has(index)}
                  onChoose={() => onChoose(index)}
                />
              </div>
            )
          );
        })}
      </div>
    </div>
  );
};
