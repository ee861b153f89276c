import { useEffect, useRef } from 'react';
import type { Phase, StateTree as Told } from '../../../../shared/model/index.ts';
import { useStateTree } from '../../data/handoffHooks.ts';
import { Failure } from '../../ui/Failure.tsx';
import { formatNumber } from '../../ui/format.ts';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import type { FaultPlace } from './faults.ts';
import styles from './Handoffs.module.css';
import { refWords } from './labels.ts';
import { StateTree } from './StateTree.tsx';

interface Props {
  phase: Phase;
  before: Phase | null;
  /** Phases before this one are not among those that were fetched. */
  cutOff: boolean;
  /** The broken reference that is looked for. */
  fault: FaultPlace | null;
  onEntry: (tape: string, seq: number) => void;
}

/** The state that a phase begins with, as a tree: what is different from the phase before, what it cites, what is broken. */
export function StateView({ phase, before, cutOff, fault, onEntry }: Props) {
  const at = { tape: phase.tape, seq: phase.seq };
  const against = before && before.state.keys.length > 0 ? { tape: before.tape, seq: before.seq } : null;
  const tree = useStateTree(at, against);
  const box = useRef<HTMLElement>(null);
  // In a low window it may be scrolled out of sight.
  useEffect(() => {
    if (fault !== null) box.current?.scrollIntoView({ block: 'nearest' });
  }, [fault]);
  return (
    <section ref={box} className="stack shrink-y clip pad-top-3 pad-left-4" aria-label={`State of ${phase.name}`}>
      <h2 className="large cut">State of {phase.name}</h2>
      <p className={`${styles.dim} small dim`}>
        {against === null ? (
          cutOff ? (
            'the previous phase is not shown'
          ) : (
            'no previous state'
          )
        ) : (
          <>
            compared with the state of{' '}
            <bdi className={`${styles.before} cut inline-block max-full`} title={before?.name}>
              {before?.name}
            </bdi>
          </>
        )}
        {tree.data?.changes && changeWords(tree.data.changes)} · {refWords(phase.refs)}
      </p>
      {tree.isError ? (
        <Failure error={tree.error} onRetry={() => void tree.refetch()} />
      ) : tree.data === undefined ? (
        <SkeletonRows rows={6} height={32} label="Reading the state" />
      ) : tree.data.nodes.length <= 1 ? (
        <p className={`${styles.empty} pad-y-4 dim measure`}>This phase has no state: none was handed over.</p>
      ) : (
        <StateTree at={at} against={against} tree={tree.data} fault={fault} onEntry={onEntry} />
      )}
    </section>
  );
}

const changeWords = ({ added, removed, changed }: NonNullable<Told['changes']>): string => {
  const parts = [
    ...(added > 0 ? [`${formatNumber(added)} added`] : []),
    ...(removed > 0 ? [`${formatNumber(removed)} removed`] : []),
    ...(changed > 0 ? [`${formatNumber(changed)} changed`] : []),
  ];
  return parts.length === 0 ? ': the same' : `: ${parts.join(', ')}`;
};
