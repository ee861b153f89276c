import { useCallback } from 'react';
import { NO_BRANCHES } from './branches.ts';
import { drawFrame } from './draw/frame.ts';
import { drawOverlay, type Overlay } from './draw/head.ts';
import type { Pen, Scene } from './draw/pen.ts';
import type { Point } from './layout.ts';
import styles from './Tape.module.css';
import { type Size, useDrawing } from './useCanvas.ts';
import { useGestures } from './useGestures.ts';
import type { View } from './useRange.ts';
import { moveHead, useWheel } from './useTapeKeys.ts';

interface Props {
  scene: Scene;
  size: Size;
  overlay: Overlay;
  view: View;
  /** The playhead in words. */
  words: string;
  onPointer: (point: Point | null) => void;
}

/** Two canvases: the tape, and over it what moves. The upper one is the slider that hands and keys hold. */
export function TapeCanvas({ scene, size, overlay, view, words, onPointer }: Props) {
  const tape = useDrawing(
    size,
    useCallback((pen: Pen) => drawFrame(pen, scene), [scene]),
  );
  const over = useDrawing(
    size,
    useCallback((pen: Pen) => drawOverlay(pen, scene, overlay), [scene, overlay]),
  );
  const gestures = useGestures(scene, view, overlay.step, onPointer);
  useWheel(over, scene, view);
  const { steps } = scene.held;
  const branches = scene.line?.tape ?? NO_BRANCHES;
  return (
    <>
      <canvas ref={tape} className={`${styles.canvas} full-width full-height absolute fill no-select touch-none`} />
      <canvas
        ref={over}
        className={`${styles.canvas} full-width full-height absolute fill no-select touch-none`}
        role="slider"
        tabIndex={0}
        aria-label="Tape timeline"
        aria-valuemin={steps === 0 ? 0 : 1}
        aria-valuemax={steps}
        aria-valuenow={overlay.step ?? 0}
        aria-valuetext={words}
        aria-disabled={steps === 0}
        onKeyDown={(event) => moveHead(event, overlay.step, steps, branches)}
        {...gestures}
      />
    </>
  );
}
