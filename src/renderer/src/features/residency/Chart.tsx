import { type PointerEvent, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState, type WheelEvent } from 'react';
import type { Residency } from '../../../../shared/model/index.ts';
import { usePlayhead } from '../../data/hooks.ts';
import { useStore } from '../../state/store.ts';
import { useKeys } from '../keyboard/useKeys.ts';
import type { Columns } from '../tape/columns.ts';
import type { Pen } from '../tape/draw/pen.ts';
import { useDrawing, useLook, useSize } from '../tape/useCanvas.ts';
import { type Chart as ChartOf, chartOf, moved, type Rows, rowOf, stepIndex, zoomed } from './chart.ts';
import { type Cut, drawOver, drawStays, type Scene } from './draw.ts';
import styles from './Residency.module.css';

interface Props {
  residency: Residency;
  held: Columns;
  /** The entry under the pointer, for the line below the chart. */
  onHover: (entry: number | null) => void;
}

/** Steps across, entries down: a bar for each stay in context. Ctrl and the wheel zoom the rows, the wheel alone moves them. */
export const Chart = ({ residency, held, onHover }: Props) => {
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const look = useLook(box);
  const chart = useMemo(() => chartOf(residency), [residency]);
  const [view, setView] = useState<Rows | null>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const { entry, select, moveTo } = useStore();
  const playhead = usePlayhead();
  const rows = view === null || view.to > chart.rows ? { from: 0, to: chart.rows } : view;
  const { from, to } = rows;
  const cuts = useMemo(() => cutsOf(residency, held), [residency, held]);
  const scene = useMemo<Scene | null>(() => {
    if (size === null || look === null) return null;
    return { chart, rows: { from, to }, lanes: held.lanes.codes, cuts, ...look, ...size };
  }, [chart, from, to, cuts, held, size, look]);
  const selected = entry === null ? null : rowHolding(chart, entry);
  const step = playhead === null ? -1 : stepIndex(residency.steps, playhead);
  const stays = useDrawing(
    size,
    useCallback((pen: Pen) => scene && drawStays(pen, scene), [scene]),
  );
  const over = useDrawing(
    size,
    useCallback((pen: Pen) => scene && drawOver(pen, scene, { step, selected, hovered }), [scene, step, selected, hovered]),
  );

  const place = (event: { nativeEvent: { offsetX: number; offsetY: number } }) => {
    if (size === null || chart.rows === 0) return null;
    const row = Math.floor(rows.from + (event.nativeEvent.offsetY / size.height) * (rows.to - rows.from));
    const at = Math.floor((event.nativeEvent.offsetX / size.width) * chart.steps);
    return { row: Math.max(0, Math.min(chart.rows - 1, row)), at: Math.max(0, Math.min(chart.steps - 1, at)) };
  };
  const hover = (event: PointerEvent) => {
    const row = place(event)?.row ?? null;
    setHovered(row);
    onHover(row === null ? null : (chart.seqs[row] ?? null));
  };
  const pick = (event: PointerEvent) => {
    const found = place(event);
    if (found === null) return;
    select(chart.seqs[found.row] ?? null);
    moveTo(residency.steps[found.at] ?? null);
  };
  const wheel = (event: WheelEvent) => {
    const found = place(event);
    if (found === null || size === null) return;
    if (event.ctrlKey || event.metaKey) setView(zoomed(rows, Math.exp(event.deltaY / 300), found.row, chart.rows));
    else setView(moved(rows, (event.deltaY / size.height) * (rows.to - rows.from), chart.rows));
  };
  const go = (by: 1 | -1) => {
    const now = entry === null ? (by === 1 ? -1 : chart.rows) : rowOf(chart, entry) - (by === 1 && selected === null ? 1 : 0);
    const next = chart.seqs[Math.max(0, Math.min(chart.rows - 1, now + by))];
    if (next !== undefined) select(next);
  };
  const around = () => selected ?? (rows.from + rows.to) / 2;
  useKeys({
    'row.next': () => go(1),
    'row.previous': () => go(-1),
    'zoom.in': () => setView(zoomed(rows, 0.5, around(), chart.rows)),
    'zoom.out': () => setView(zoomed(rows, 2, around(), chart.rows)),
    'zoom.fit': () => setView(null),
  });
  const reveal = useEffectEvent(() => {
    if (selected === null || (selected >= rows.from && selected < rows.to)) return;
    setView(moved(rows, selected - (rows.from + rows.to) / 2, chart.rows));
  });
  useEffect(() => {
    if (entry !== null) reveal();
  }, [entry]);
  return (
    <div
      ref={box}
      className={styles.chart}
      role="img"
      aria-label={`${chart.rows} entries over ${chart.steps} steps: when each was in context`}
    >
      <canvas ref={stays} className={styles.canvas} />
      <canvas
        ref={over}
        className={styles.canvas}
        onPointerMove={hover}
        onPointerLeave={() => {
          setHovered(null);
          onHover(null);
        }}
        onPointerDown={pick}
        onWheel={wheel}
      />
    </div>
  );
};

const rowHolding = (chart: ChartOf, entry: number): number | null => {
  const row = rowOf(chart, entry);
  return chart.seqs[row] === entry ? row : null;
};

/** Where a compaction or an anchor stands between two steps; of several between the same two the last one gives its name. */
const cutsOf = ({ steps }: Residency, held: Columns): Cut[] => {
  const named = new Map<number, string>();
  for (const seq of held.landmarks.compaction) named.set(seq, 'compaction');
  for (const band of held.bands.slice(1)) named.set(band.from, band.name);
  const starts = [...named].sort(([a], [b]) => a - b);
  const cuts = new Map<number, Cut>();
  let at = 0;
  for (const [seq, name] of starts) {
    while (at < steps.length && (held.stepFirst[(steps[at] ?? 0) - 1] ?? 0) <= seq) at += 1;
    if (at > 0 && at < steps.length) cuts.set(at, { at, name });
  }
  return [...cuts.values()];
};
