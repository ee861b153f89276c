import { useState } from 'react';
import type { Handoffs, Phase } from '../../../../shared/model/index.ts';
import { Claims } from './Claims.tsx';
import type { FaultPlace } from './faults.ts';
import styles from './Handoffs.module.css';
import { Left } from './Left.tsx';
import { StateView } from './StateView.tsx';
import { edgeTo } from './words.ts';

interface Props {
  handoffs: Handoffs;
  /** Which of the phases. */
  at: number;
  /** The broken reference of its state that is looked for. */
  sought: FaultPlace | null;
  onEntry: (tape: string, seq: number) => void;
}

/** The phase before on the same tape, or the one that an edge leads from. */
const phaseBefore = ({ phases, edges }: Handoffs, at: number): Phase | null => {
  const edge = edgeTo(edges, at);
  return (edge && phases[edge.from]) ?? null;
};

/** One phase from near: its state against the one before, and beside it what the state claims or what left the context. */
export const PhaseDetail = ({ handoffs, at, sought, onEntry }: Props) => {
  const [side, setSide] = useState<'claims' | 'left'>('claims');
  const phase = handoffs.phases[at];
  if (phase === undefined) return null;
  return (
    <div className={styles.detail}>
      <StateView phase={phase} before={phaseBefore(handoffs, at)} cutOff={at === 0 && handoffs.more > 0} fault={sought} onEntry={onEntry} />
      <section className={styles.side} aria-label={side === 'claims' ? 'Claims and sources' : 'What left the context'}>
        <fieldset className={styles.modes} aria-label="Beside the state">
          <button type="button" aria-pressed={side === 'claims'} onClick={() => setSide('claims')}>
            Claims and sources
          </button>
          <button type="button" aria-pressed={side === 'left'} onClick={() => setSide('left')}>
            What left the context
          </button>
        </fieldset>
        {side === 'claims' ? <Claims phase={phase} onEntry={onEntry} /> : <Left phase={phase} onEntry={onEntry} />}
      </section>
    </div>
  );
};
