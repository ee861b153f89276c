import { useEffect, useMemo, useRef, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { useNotes } from '../../data/annotationHooks.ts';
import { useJobs } from '../../data/appHooks.ts';
import { useLine } from '../../data/branchHooks.ts';
import { useDiffering } from '../../data/differingHooks.ts';
import { useSpot, useView } from '../../data/hooks.ts';
import { useMisses } from '../../data/moneyHooks.ts';
import { type Span, withinSteps } from '../../state/span.ts';
import { useStore } from '../../state/store.ts';
import { count, formatNumber, formatShort } from '../../ui/format.ts';
import { totalOf } from '../context/figures.ts';
import { axisOf } from './axis.ts';
import { BranchNames } from './BranchNames.tsx';
import { columnsOn, lanesOf } from './branches.ts';
import { type Columns, hasSides } from './columns.ts';
import type { Overlay } from './draw/head.ts';
import type { Scene, Sent } from './draw/pen.ts';
import { entryAt } from './hit.ts';
import { branchLanes, layoutOf, type Point } from './layout.ts';
import { flagOf, nextFlag, readEntry, readNext, readStep, stepWords } from './readout.ts';
import styles from './Tape.module.css';
import { TapeBar } from './TapeBar.tsx';
import { TapeCanvas } from './TapeCanvas.tsx';
import { useLook, useSize } from './useCanvas.ts';
import { useRange } from './useRange.ts';
import { useTapeKeys } from './useTapeKeys.ts';

/** What requests show of the steps of a tape, as far as it is known: none of it is asked for before the tape is drawn. */
function useSent(held: Columns): Sent {
  const misses = useMisses(held.missing.length > 0 ? null : held.tape);
  const differing = useDiffering(held.missing.length > 0 ? null : held.tape)?.steps;
  return useMemo(
    () => ({
      again: new Map(Array.from(misses?.steps ?? [], (step, at) => [step, misses?.again[at] ?? 0])),
      differing: differing ?? [],
    }),
    [misses, differing],
  );
}

/** The same of one step in words; empty where there is nothing to say. */
function sentWords({ again, differing }: Sent, step: number): string[] {
  const tokens = again.get(step);
  return [
    ...(tokens === undefined ? [] : [`${formatShort(tokens)} sent again`]),
    ...(differing.includes(step) ? ['differs from what was sent'] : []),
  ];
}

/** The next request, where the playhead is at it. */
const useNext = (held: Columns): NonNullable<Overlay['next']> | null => {
  const spot = useSpot();
  const policy = useStore((state) => state.policy);
  const view = useView(held.tape, spot === 'next' ? spot : null, policy);
  const tokens = view.data === undefined || view.isPlaceholderData ? null : totalOf(view.data);
  const at = spot === 'next' && held.entries > 0;
  return useMemo(() => (at ? { tokens } : null), [at, tokens]);
};

const range = ({ from, to }: Span): string =>
  from === to ? `step ${formatNumber(from)}` : `steps ${formatNumber(from)} – ${formatNumber(to)}`;

/** A link may select steps that the tape does not have: those are dropped, and that is said. Not while the tape is being read. */
const useSpanWithin = (held: Columns): void => {
  const { span, setSpan, setNotice } = useStore(useShallow(({ span, setSpan, setNotice }) => ({ span, setSpan, setNotice })));
  const jobs = useJobs().data;
  const whole = jobs !== undefined && !jobs.items.some((job) => job.tape === held.tape && job.state === 'running');
  useEffect(() => {
    if (span === null || !whole || span.to <= held.steps) return;
    const there = withinSteps(span, held.steps);
    setSpan(there);
    const left = there === null ? 'all steps are shown' : `${range(there)} ${there.from === there.to ? 'is' : 'are'} selected`;
    setNotice(`This tape has ${count(held.steps, 'step')}, and the link selects ${range(span)}: ${left}.`);
  }, [span, whole, held.steps, setSpan, setNotice]);
};

/** One tape: the canvas and the line below it. Stepping redraws only what is drawn over the tape. */
export function TapeView({ held: all }: { held: Columns }) {
  const line = useLine(all.tape);
  const held = useMemo(() => (line === null ? all : columnsOn(all, line)), [all, line]);
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const look = useLook(box);
  const kind = useStore((state) => state.axis);
  const chosen = useStore((state) => state.step);
  const span = useStore((state) => state.span);
  const next = useNext(held);
  const entry = useStore((state) => state.entry);
  const [pointer, setPointer] = useState<Point | null>(null);

  const head = held.steps === 0 ? null : Math.min(chosen ?? held.steps, held.steps);
  const axis = useMemo(() => axisOf(kind, held), [kind, held]);
  const view = useRange(axis, head);
  const noted = useNotes(held.tape).ranges;
  const sent = useSent(held);
  useTapeKeys(held, axis, head, view);
  useSpanWithin(held);

  const { from, to } = view.range;
  const scene = useMemo<Scene | null>(() => {
    if (size === null || look === null || size.width === 0) return null;
    const beside = line === null ? null : lanesOf(line.others, branchLanes(size.height));
    const layout = layoutOf(size.width, size.height, {
      zoned: held.entries > 0,
      branches: beside?.lanes.length ?? 0,
      timed: held.timed,
      sides: hasSides(held),
    });
    const pixels = { left: layout.left, width: layout.right - layout.left };
    const scales = { scale: { from, to, ...pixels }, whole: { from: axis.from, to: axis.to, ...pixels } };
    return { held, axis, layout, noted, sent, line, beside, ...look, ...scales };
  }, [held, axis, from, to, size, look, noted, sent, line]);
  const overlay = useMemo<Overlay>(
    () => ({ step: head, next, span, flag: next ? nextFlag(next.tokens) : head === null ? '' : flagOf(held, head), entry, pointer }),
    [held, head, next, span, entry, pointer],
  );

  const inZone = scene?.layout.zone != null && pointer !== null && pointer.x >= scene.layout.zone.left;
  const under =
    scene && pointer && !inZone && entryAt(held, axis, pointer.y < scene.layout.minimap.top - 4 ? scene.scale : scene.whole, pointer.x);
  const quiet =
    next || inZone
      ? readNext(held)
      : head === null
        ? 'This tape has no entries yet.'
        : [readStep(held, head), ...sentWords(sent, head)].join(' · ');
  return (
    <div className={`${styles.view} grid full-height`}>
      <div ref={box} className="relative shrink-x shrink-y">
        {scene && size && (
          <TapeCanvas
            scene={scene}
            size={size}
            overlay={overlay}
            view={view}
            words={next ? `next request, ${readNext(held)}` : head === null ? 'no steps' : stepWords(held, head)}
            onPointer={setPointer}
          />
        )}
        {scene && <BranchNames scene={scene} />}
      </div>
      <TapeBar held={held} sent={sent} readout={under ? readEntry(held, under) : quiet} view={view} axis={axis} head={head} />
    </div>
  );
}
