import { useState } from 'react';
import type { Handoffs } from '../../../../shared/model/index.ts';
import { useHandoffs } from '../../data/handoffHooks.ts';
import { usePlayhead, useStepCount } from '../../data/hooks.ts';
import { usePick, useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { runCommand, useKeys } from '../keyboard/useKeys.ts';
import { Flow } from './Flow.tsx';
import { type Fault, type FaultPlace, faultAfter, isIn } from './faults.ts';
import shared from './Handoffs.module.css';
import styles from './HandoffsPanel.module.css';
import { phaseHolding, pillsOf } from './labels.ts';
import { PhaseDetail, type Side } from './PhaseDetail.tsx';

/** What each phase handed to the next: phases as cards, the state as a tree, claims next to their sources. */
export function HandoffsPanel() {
  const tape = useStore((state) => state.tape);
  return tape === null ? null : <HandoffsOf tape={tape} />;
}

const HandoffsOf = ({ tape }: { tape: string }) => {
  const { family, setFamily } = usePick('family', 'setFamily');
  const answer = useHandoffs(tape, family);
  const [sought, setSought] = useState<FaultPlace | null>(null);
  return (
    <section className={`${shared.panel} stack full-height shrink-y on-bg`} aria-label="Handoffs" aria-busy={answer.isPlaceholderData}>
      <header className={`${styles.bar} row middle wrap rigid gap-2 pad-x-4 pad-y-1 on-panel line-below bar-high`}>
        {answer.data && <Pills tape={tape} handoffs={answer.data} sought={sought} onSought={setSought} />}
        <span className="grow" />
        {answer.data && answer.data.phases.length > 0 && (
          <Button look="quiet" title="Export these phases as a page, text or picture (x)" onClick={() => runCommand('report')}>
            Export…
          </Button>
        )}
        <button type="button" className={`pill-choice tiny`} aria-pressed={family} onClick={() => setFamily(!family)}>
          whole family
        </button>
      </header>
      {answer.data?.notes.map((note) => (
        <p key={note} className="rigid pad-x-4 pad-y-1 line-below tiny dim">
          {note}
        </p>
      ))}
      {answer.isError ? (
        <Failure error={answer.error} onRetry={() => void answer.refetch()} />
      ) : answer.data === undefined ? (
        <div className="pad-x-4 pad-y-3">
          <SkeletonRows rows={8} height={44} label="Reading the phases" />
        </div>
      ) : answer.data.phases.length === 0 ? (
        <p className={`${shared.empty} pad-y-4 dim measure`}>
          This tape has no entries yet, so it has no phases. Handoffs will appear here.
        </p>
      ) : (
        <Phases tape={tape} handoffs={answer.data} sought={sought} onSought={setSought} />
      )}
    </section>
  );
};

/** The phase that is shown: the chosen one, else that of the step at the playhead, else the last. */
const useChosen = (tape: string, { phases }: Handoffs): number => {
  const phase = useStore((state) => state.phase);
  const playhead = usePlayhead();
  const steps = useStepCount(tape) ?? 0;
  const chosen = phase === null ? -1 : phases.findIndex((one) => one.seq === phase && one.tape === tape);
  if (chosen >= 0) return chosen;
  const last = phases.findLastIndex(
    (one) => one.tape === tape && (playhead === null || playhead === steps || (one.firstStep !== null && one.firstStep <= playhead)),
  );
  return Math.max(0, last);
};

/** Shows one of the phases, on its tape. */
const useGo = (tape: string, { phases }: Handoffs): ((to: number) => void) => {
  const { setPhase, openTape } = usePick('setPhase', 'openTape');
  return (to) => {
    const phase = phases[Math.max(0, Math.min(phases.length - 1, to))];
    if (phase === undefined) return;
    if (phase.tape === tape) setPhase(phase.seq);
    else openTape(phase.tape, { panel: 'handoffs', phase: phase.seq });
  };
};

interface PhasesProps {
  tape: string;
  handoffs: Handoffs;
  /** What is wrong where the bar led last; null once the reader went elsewhere. */
  sought: FaultPlace | null;
  onSought: (place: FaultPlace | null) => void;
}

/** The facts in short; of what is wrong each press leads to the next. */
const Pills = ({ tape, handoffs, sought, onSought }: PhasesProps) => {
  const at = useChosen(tape, handoffs);
  const go = useGo(tape, handoffs);
  const seek = (fault: Fault) => {
    const next = faultAfter(handoffs.phases, at, fault, sought);
    if (next === null) return;
    go(next.at);
    onSought(next.place);
  };
  return pillsOf(handoffs).map(({ words, warn, fault }) => (
    <Pill key={words} tone={warn ? 'warn' : 'plain'} {...(fault && { onClick: () => seek(fault) })}>
      {words}
    </Pill>
  ));
};

const Phases = ({ tape, handoffs, sought, onSought }: PhasesProps) => {
  const { openTape, moveTo, select } = usePick('openTape', 'moveTo', 'select');
  const { phases } = handoffs;
  const [side, setSide] = useState<Side>('claims');
  const at = useChosen(tape, handoffs);
  const chosen = phases[at];
  const show = useGo(tape, handoffs);
  const go = (to: number) => {
    onSought(null);
    show(to);
  };
  useKeys({
    'row.next': () => go(at + 1),
    'row.previous': () => go(at - 1),
    'row.open': () => chosen && select(chosen.seq),
    'row.step': () => chosen?.firstStep != null && moveTo(chosen.firstStep),
  });
  const toEntry = (other: string, seq: number) => {
    if (other === tape) return select(seq);
    const phase = phases[phaseHolding(phases, other, seq)];
    openTape(other, { panel: 'handoffs', entry: seq, ...(phase && { phase: phase.seq }) });
  };
  return (
    <>
      <Flow handoffs={handoffs} chosen={at} onChoose={go} />
      {chosen && (
        <PhaseDetail
          key={`${chosen.tape} ${chosen.seq}`}
          handoffs={handoffs}
          at={at}
          sought={sought?.fault === 'broken' && isIn(chosen, sought) ? sought : null}
          wanted={side}
          onSide={setSide}
          onPhase={go}
          onEntry={toEntry}
        />
      )}
    </>
  );
};
