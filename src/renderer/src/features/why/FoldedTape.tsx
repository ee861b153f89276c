import { type PointerEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { bisect } from '../../../../shared/model/bisect.ts';
import { useBranches, useLine } from '../../data/branchHooks.ts';
import { usePlayhead } from '../../data/hooks.ts';
import { useResidency } from '../../data/residencyHooks.ts';
import { useStore } from '../../state/store.ts';
import { NO_BRANCHES } from '../tape/branches.ts';
import type { Columns } from '../tape/columns.ts';
import { LANE } from '../tape/lanes.ts';
import { flagOf, stepWords } from '../tape/readout.ts';
import { Details, useColumns } from '../tape/useColumns.ts';
import { goToStep, moveHead } from '../tape/useTapeKeys.ts';
import { useSharedAxis } from './axis.ts';
import styles from './Folded.module.css';
import { placeOf } from './rows.ts';

/** A phase on the axis of the steps, in shares of its width. */
interface FoldedBand {
  name: string;
  left: number;
  right: number;
}

type Held = Pick<Columns, 'bands' | 'stepFirst'> & { lanes: Pick<Columns['lanes'], 'codes'> };

/** The index of the first looked-at step that could have read entry `seq`; the number of steps where none could. */
function stepAfterEntry({ stepFirst }: Pick<Columns, 'stepFirst'>, steps: Uint32Array, seq: number): number {
  return bisect(0, steps.length, (at) => (stepFirst[(steps[at] ?? 1) - 1] ?? 0) > seq);
}

/** The phases over the steps; one that began and ended between two steps is not seen. */
export function bandsOver(held: Held, steps: Uint32Array): FoldedBand[] {
  const count = Math.max(1, steps.length);
  return held.bands
    .map(({ name, from }, at) => {
      const next = held.bands[at + 1]?.from;
      const left = at === 0 ? 0 : stepAfterEntry(held, steps, from) / count;
      return { name, left, right: next === undefined ? 1 : stepAfterEntry(held, steps, next) / count };
    })
    .filter(({ left, right }) => right > left);
}

/** Where a person spoke and where something failed, in pixels, each once. */
export function marksOver(held: Held, steps: Uint32Array, width: number): { user: number[]; failed: number[] } {
  const user = new Set<number>();
  const failed = new Set<number>();
  held.lanes.codes.forEach((lane, at) => {
    const marks = lane === LANE.user ? user : lane === LANE.failed ? failed : null;
    marks?.add(Math.round((stepAfterEntry(held, steps, at + 1) / Math.max(1, steps.length)) * width));
  });
  return { user: [...user], failed: [...failed] };
}

/** The timeline while Residency answers: phases and what a person said, on the axis of the answer. */
export function FoldedTape() {
  const tape = useStore((state) => state.tape) ?? '';
  const policy = useStore((state) => state.policy);
  const rows = useStore((state) => state.rows);
  const setFolds = useStore((state) => state.setFolds);
  const held = useColumns(tape).data;
  const line = useLine(tape)?.last ?? null;
  const steps = useResidency(tape, policy, rows, line).data?.steps;
  return (
    <section className={`${styles.folded} relative on-panel line-below`} aria-label="Tape">
      {held && <Details held={held} />}
      {held && steps && steps.length > 0 && <Line held={held} steps={steps} />}
      <button
        type="button"
        className={`${styles.unfold} hover-ink absolute tiny dim link`}
        title="Timeline folded: the answer draws it on its own axis"
        onClick={() => setFolds(false)}
      >
        unfold
      </button>
    </section>
  );
}

const Line = ({ held, steps }: { held: Columns; steps: Uint32Array }) => {
  const axis = useSharedAxis((state) => state.axis);
  const box = useRef<HTMLDivElement>(null);
  const [own, setOwn] = useState(0);
  useLayoutEffect(() => setOwn(axis === null ? 0 : (box.current?.parentElement?.getBoundingClientRect().left ?? 0)), [axis]);
  const step = usePlayhead();
  const branches = useBranches(held.tape) ?? NO_BRANCHES;
  const width = axis?.width ?? 0;
  const bands = useMemo(() => bandsOver(held, steps), [held, steps]);
  const marks = useMemo(() => marksOver(held, steps, width), [held, steps, width]);
  const head = step === null ? 0 : Math.min(1, placeOf(steps, step) + 0.5 / steps.length) * width;
  const onPointerDown = (event: PointerEvent) => {
    const at = Math.floor(((event.clientX - event.currentTarget.getBoundingClientRect().left) / Math.max(1, width)) * steps.length);
    const found = steps[Math.max(0, Math.min(steps.length - 1, at))];
    if (found !== undefined) goToStep(found, held.steps);
  };
  return (
    <div ref={box} className="absolute top-0 bottom-0" style={axis === null ? { visibility: 'hidden' } : { left: axis.left - own, width }}>
      <span className={`${styles.who} absolute tiny dim text-right`} aria-hidden="true">
        user
      </span>
      <div
        className={`${styles.track} absolute cursor-pointer`}
        role="slider"
        tabIndex={0}
        aria-label="Tape timeline"
        aria-valuemin={1}
        aria-valuemax={held.steps}
        aria-valuenow={step ?? 0}
        aria-valuetext={step === null ? 'no steps' : stepWords(held, step)}
        onPointerDown={onPointerDown}
        onKeyDown={(event) => moveHead(event, step, held.steps, branches)}
      >
        {bands.map(({ name, left, right }) => (
          <span
            key={`${name} ${left}`}
            className={`${styles.band} absolute tiny cut top-0 pad-x-2 round-tiny leading-16 anchor`}
            style={{ left: `${left * 100}%`, width: `calc(${(right - left) * 100}% - 2px)` }}
          >
            {(right - left) * width > 40 && name}
          </span>
        ))}
        <svg className={`${styles.marks} absolute left-0`} width={width} height={14} aria-hidden="true">
          <path className={styles.user} d={marks.user.map((x) => `M${x + 0.5} 3V11`).join('')} />
          <path className={styles.failed} d={marks.failed.map((x) => `M${x + 0.5} 1V13`).join('')} />
        </svg>
      </div>
      {step !== null && (
        <div className={`${styles.head} absolute no-pointer bottom-0`} style={{ left: head }} aria-hidden="true">
          <span
            className="absolute top-0 left-0 pad-x-2 tiny bold leading-18 nowrap on-head"
            style={{ transform: `translateX(${-Math.round((head / Math.max(1, width)) * 100)}%)` }}
          >
            {flagOf(held, step)}
          </span>
        </div>
      )}
    </div>
  );
};
