import type { Handoffs, Phase } from '../../../../shared/model/index.ts';
import { formatNumber } from '../../ui/format.ts';
import { Claims } from './Claims.tsx';
import type { FaultPlace } from './faults.ts';
import shared from './Handoffs.module.css';
import { Left } from './Left.tsx';
import { edgeTo, mergesByPhase } from './labels.ts';
import { MergeList } from './MergeList.tsx';
import styles from './PhaseDetail.module.css';
import { StateView } from './StateView.tsx';

interface Props {
  handoffs: Handoffs;
  /** Which of the phases. */
  at: number;
  /** The broken reference of its state that is looked for. */
  sought: FaultPlace | null;
  /** What the reader wants next to it; where there are no merges, claims. */
  wanted: Side;
  onSide: (side: Side) => void;
  /** Shows another phase. */
  onPhase: (phase: number) => void;
  onEntry: (tape: string, seq: number) => void;
}

/** The phase before on the same tape, or the one that an edge leads from. */
const phaseBefore = ({ phases, edges }: Handoffs, at: number): Phase | null => {
  const edge = edgeTo(edges, at);
  return (edge && phases[edge.from]) ?? null;
};

/** What is next to the state. */
export type Side = 'claims' | 'left' | 'merges';

const SIDES: Record<Side, string> = { claims: 'Claims and sources', left: 'What left the context', merges: 'Merges' };

/** One phase from near: its state against the one before, and next to it what the state claims, what left the context, what was merged. */
export function PhaseDetail({ handoffs, at, sought, wanted, onSide, onPhase, onEntry }: Props) {
  const merges = mergesByPhase(handoffs.edges)(at);
  const many = merges.into.length + merges.back.length;
  const side = wanted === 'merges' && many === 0 ? 'claims' : wanted;
  const phase = handoffs.phases[at];
  if (phase === undefined) return null;
  return (
    <div className={`${styles.detail} grid grow shrink-y container`}>
      <StateView phase={phase} before={phaseBefore(handoffs, at)} cutOff={at === 0 && handoffs.more > 0} fault={sought} onEntry={onEntry} />
      <section className="stack shrink-y clip line-left pad-top-3 pad-left-4" aria-label={SIDES[side]}>
        <fieldset className={`${styles.modes} row rigid gap-4 large bold`} aria-label="Also in the payload">
          {(['claims', 'left', ...(many > 0 ? (['merges'] as const) : [])] as const).map((each) => (
            <button className="faint" key={each} type="button" aria-pressed={side === each} onClick={() => onSide(each)}>
              {SIDES[each]} {each === 'merges' && <span className={`${shared.dim} small dim`}>{formatNumber(many)}</span>}
            </button>
          ))}
        </fieldset>
        {side === 'claims' && <Claims phase={phase} onEntry={onEntry} />}
        {side === 'left' && <Left phase={phase} onEntry={onEntry} />}
        {side === 'merges' && <MergeList handoffs={handoffs} merges={merges} onPhase={onPhase} />}
      </section>
    </div>
  );
}
