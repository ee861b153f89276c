import { useRef } from 'react';
import type { Why } from '../../../../shared/model/index.ts';
import { usePlayhead } from '../../data/hooks.ts';
import { useStore } from '../../state/store.ts';
import type { Answer } from '../residency/rows.ts';
import { useSize } from '../tape/useCanvas.ts';
import { useShareAxis } from './axis.ts';
import styles from './Chart.module.css';
import { cutLines } from './place.ts';
import { placeOf } from './rows.ts';
import { SizeCurve } from './SizeCurve.tsx';
import { WhyRows } from './WhyRows.tsx';

interface Props {
  why: Why;
  answer: Answer;
  selected: number | null;
  onSelect: (seq: number) => void;
}

/** Curve and rows on one axis of steps; the playhead and the cuts are lines through both. */
export function WhyChart({ why, answer, selected, onSelect }: Props) {
  const track = useRef<HTMLDivElement>(null);
  const width = useSize(track)?.width ?? 0;
  useShareAxis(track, width);
  const moveTo = useStore((state) => state.moveTo);
  const step = usePlayhead();
  const cuts = cutLines(why.items.filter(({ tape }) => tape === why.tape));
  const head = why.next || step === null ? null : placeOf(answer.steps, step) + 0.5 / Math.max(1, answer.steps.length);
  return (
    <div className="grow shrink-x scroll-y">
      <div className={`${styles.sheet} relative`}>
        <div className={`${styles.top} on-bg line-below top-0`}>
          <SizeCurve answer={answer} cuts={cuts} width={width} onStep={moveTo} />
        </div>
        <WhyRows why={why} answer={answer} width={width} selected={selected} onSelect={onSelect} />
        <div ref={track} className={`${styles.track} absolute no-pointer`} aria-hidden="true">
          {cuts.map(({ step: at, cleared }) => (
            <i key={at} className={cleared ? styles.clearing : styles.cut} style={{ left: `${placeOf(answer.steps, at) * 100}%` }} />
          ))}
          {head !== null && <i className={styles.playhead} style={{ left: `${Math.min(1, head) * 100}%` }} />}
        </div>
      </div>
    </div>
  );
}
