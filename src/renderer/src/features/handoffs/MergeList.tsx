import { type KeyboardEvent, useId, useRef, useState } from 'react';
import type { HandoffEdge, Handoffs } from '../../../../shared/model/index.ts';
import { VirtualList, type VirtualListHandle } from '../../ui/VirtualList.tsx';
import shared from './Handoffs.module.css';
import { type MergesAt, mergeWords, titleOf } from './labels.ts';
import styles from './MergeList.module.css';

interface Props {
  handoffs: Handoffs;
  merges: MergesAt;
  /** Shows another phase. */
  onPhase: (phase: number) => void;
}

const ROW = 48;

/** Forks that came back to a phase, and where this one went back to: one below the other, however many there are. */
export function MergeList({ handoffs, merges: { into, back }, onPhase }: Props) {
  const rows = [...back.map((edge) => ({ edge, other: edge.to })), ...into.map((edge) => ({ edge, other: edge.from }))];
  const [active, setActive] = useState(0);
  const id = useId();
  const list = useRef<VirtualListHandle>(null);
  const onKey = (event: KeyboardEvent): void => {
    const to = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: rows.length - 1 }[event.key];
    const here = rows[active];
    if (to !== undefined) {
      const next = Math.max(0, Math.min(rows.length - 1, to));
      setActive(next);
      list.current?.show(next);
    } else if (event.key === 'Enter' && here) onPhase(here.other);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <VirtualList
      className={`${styles.merges} grow shrink-y margin-top-2 no-outline`}
      role="listbox"
      aria-label="Merges"
      tabIndex={0}
      aria-activedescendant={`${id}-${active}`}
      onKeyDown={onKey}
      handle={list}
      count={rows.length}
      size={() => ROW}
      keyOf={(index) => index}
      row={(index) => {
        const row = rows[index];
        return (
          row && (
            <button
              id={`${id}-${index}`}
              type="button"
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className={`${styles.mergeRow} block full-width pad-y-1 pad-left-2 pad-right-4`}
              onPointerDown={() => setActive(index)}
              onClick={() => onPhase(row.other)}
            >
              <Merge handoffs={handoffs} edge={row.edge} other={row.other} />
            </button>
          )
        );
      }}
    />
  );
}

const Merge = ({ handoffs, edge, other }: { handoffs: Handoffs; edge: HandoffEdge; other: number }) => (
  <>
    <span className="cut">
      <span className={`${shared.dim} small dim`}>{other === edge.to ? 'into' : 'from'}</span> {handoffs.phases[other]?.name}{' '}
      <span className={`${shared.dim} small dim`}>of {titleOf(handoffs, other)}</span>
    </span>
    <small className="cut">{mergeWords(edge)}</small>
  </>
);
