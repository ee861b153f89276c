import { type PointerEvent, useMemo, useRef } from 'react';
import { formatShort } from '../../ui/format.ts';
import { tickEvery } from '../residency/layout.ts';
import type { Answer } from '../residency/rows.ts';
import { useSize } from '../tape/useCanvas.ts';
import { curveOf, flagsOf } from './curve.ts';
import type { CutLine } from './place.ts';
import { placeOf } from './rows.ts';
import styles from './SizeCurve.module.css';

interface Props {
  answer: Answer;
  cuts: readonly CutLine[];
  width: number;
  onStep: (step: number) => void;
}

/** A line of names above the curve. */
const LINE = 15;

/** The size of each request along the steps: what no entry holds below, the entries above it, and the names of what changed it. */
export function SizeCurve({ answer, cuts, width, onStep }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const flags = useMemo(() => flagsOf(answer, cuts, width, (step) => placeOf(answer.steps, step)), [answer, cuts, width]);
  const names = 6 + LINE * Math.max(0, ...flags.map(({ row }) => row + 1));
  const height = Math.max(20, (useSize(box)?.height ?? 0) - names);
  const curve = useMemo(() => curveOf(answer, width, height), [answer, width, height]);
  const y = (tokens: number): number => names + height - (height * tokens) / curve.top;
  const count = answer.steps.length;
  const onPointerDown = (event: PointerEvent) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    const step = answer.steps[Math.max(0, Math.min(count - 1, Math.floor(((event.clientX - left) / Math.max(1, width)) * count)))];
    if (step !== undefined) onStep(step);
  };
  return (
    <div className={`${styles.curve} relative`}>
      <div className={styles.sizes} aria-hidden="true">
        {curve.ticks.map((tokens) => (
          <span key={tokens} className="absolute left-0 text-right tiny leading-16 dim" style={{ top: y(tokens) }}>
            {tokens === 0 ? '0' : formatShort(tokens)}
          </span>
        ))}
      </div>
      <div
        ref={box}
        className={`${styles.plot} full-height relative crosshair`}
        role="img"
        aria-label={`Size of ${count} requests; a click moves the playhead`}
        onPointerDown={onPointerDown}
      >
        <svg className="block" width={width} height={height + names} aria-hidden="true">
          <g transform={`translate(0 ${names})`}>
            {curve.ticks.map((tokens) => (
              <path key={tokens} className={styles.tick} d={`M0 ${Math.round(y(tokens) - names) + 0.5}H${width}`} />
            ))}
            <path className={styles.whole} d={curve.whole} />
            <path className={styles.added} d={curve.added} />
            <path className={styles.base} d={curve.base} />
            <path className={`${styles.line} no-fill`} d={curve.line} />
          </g>
          {flags.map(({ x, row, cut, words }) => (
            <path
              key={`${words} ${x}`}
              className={cut ? styles.none : styles.flag}
              d={`M${Math.round(x) + 0.5} ${row * LINE + 6}V${names + height}`}
            />
          ))}
        </svg>
        {flags.map(({ x, row, before, words, tokens }) => (
          <span
            key={`${words} ${x}`}
            className="absolute tiny dim nowrap no-pointer leading-16"
            style={before ? { top: row * LINE, right: width - x + 5 } : { top: row * LINE, left: x + 5 }}
          >
            {words} <b className="ink">{tokens}</b>
          </span>
        ))}
      </div>
      <ol className={styles.steps} aria-hidden="true">
        {ticksOf(answer.steps, width).map(([step, at]) => (
          <li key={step} className="absolute tiny dim" style={{ left: at * width }}>
            {step.toLocaleString('en-US')}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The first step and round ones, each with its place. */
const ticksOf = (steps: Uint32Array, width: number): [number, number][] => {
  const every = tickEvery(width / Math.max(1, steps.length), 56);
  const shown = [...steps].filter((step, at) => at === 0 || (step % every === 0 && (at / steps.length) * width > 40));
  return shown.map((step) => [step, placeOf(steps, step) + 0.5 / steps.length]);
};
