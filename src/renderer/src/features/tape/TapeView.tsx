import { useMemo, useRef, useState } from 'react';
import { useNotes } from '../../data/annotationHooks.ts';
import { useStore } from '../../state/store.ts';
import { axisOf } from './axis.ts';
import type { Columns } from './columns.ts';
import type { Overlay } from './draw/head.ts';
import type { Scene } from './draw/pen.ts';
import { entryAt } from './hit.ts';
import { layoutOf, type Point } from './layout.ts';
import { flagOf, readEntry, readStep, stepWords } from './readout.ts';
import styles from './Tape.module.css';
import { TapeBar } from './TapeBar.tsx';
import { TapeCanvas } from './TapeCanvas.tsx';
import { useLook, useSize } from './useCanvas.ts';
import { useRange } from './useRange.ts';
import { useTapeKeys } from './useTapeKeys.ts';

/** One tape: the canvas and the line below it. Stepping redraws only what lies over the tape. */
export const TapeView = ({ held }: { held: Columns }) => {
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const look = useLook(box);
  const kind = useStore((state) => state.axis);
  const chosen = useStore((state) => state.step);
  const entry = useStore((state) => state.entry);
  const [pointer, setPointer] = useState<Point | null>(null);

  const head = held.steps === 0 ? null : Math.min(chosen ?? held.steps, held.steps);
  const axis = useMemo(() => axisOf(kind, held), [kind, held]);
  const view = useRange(axis, head);
  const noted = useNotes(held.tape).ranges;
  useTapeKeys(held, axis, head, view);

  const { from, to } = view.range;
  const scene = useMemo<Scene | null>(() => {
    if (size === null || look === null || size.width === 0) return null;
    const layout = layoutOf(size.width, size.height);
    const pixels = { left: layout.left, width: layout.right - layout.left };
    return { held, axis, layout, noted, ...look, scale: { from, to, ...pixels }, whole: { from: axis.from, to: axis.to, ...pixels } };
  }, [held, axis, from, to, size, look, noted]);
  const overlay = useMemo<Overlay>(
    () => ({ step: head, flag: head === null ? '' : flagOf(held, head), entry, pointer }),
    [held, head, entry, pointer],
  );

  const under = scene && pointer && entryAt(held, axis, pointer.y < scene.layout.minimap.top - 4 ? scene.scale : scene.whole, pointer.x);
  const quiet = head === null ? (held.entries === 0 ? 'This tape has no entries yet.' : 'No step to stand at.') : readStep(held, head);
  return (
    <div className={styles.view}>
      <div ref={box} className={styles.box}>
        {scene && size && (
          <TapeCanvas
            scene={scene}
            size={size}
            overlay={overlay}
            view={view}
            words={head === null ? 'no steps' : stepWords(held, head)}
            onPointer={setPointer}
          />
        )}
      </div>
      <TapeBar held={held} readout={under ? readEntry(held, under) : quiet} view={view} axis={axis} head={head} />
    </div>
  );
};
