import { Fragment, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useNotes } from '../../data/annotationHooks.ts';
import { useDiffering } from '../../data/differingHooks.ts';
import { usePlayhead } from '../../data/hooks.ts';
import { useProvenState } from '../../data/useProvenState.ts';
import { usePick } from '../../state/store.ts';
import { count } from '../../ui/format.ts';
import type { Columns } from '../tape/columns.ts';
import type { Pen } from '../tape/draw/pen.ts';
import { useDrawing, useLook, useSize } from '../tape/useCanvas.ts';
import { type Chart, chartOf, rowOfEntry, stepIndex } from './chart.ts';
import { drawChart } from './draw.ts';
import { peaksOf } from './draw-ledger.ts';
import { drawOver } from './draw-over.ts';
import type { Proven } from './known.ts';
import { type Layout, layoutOf, type Spot } from './layout.ts';
import { type LedgerRow, ledgerRows } from './ledger-rows.ts';
import { notedRows } from './notes.ts';
import { OtherBranches } from './OtherBranches.tsx';
import styles from './Residency.module.css';
import { RowNames } from './RowNames.tsx';
import type { Range } from './range.ts';
import { type Answer, entryOf } from './rows.ts';
import type { Scene } from './scene.ts';
import { useChartKeys } from './useChartKeys.ts';
import { useChartPointer } from './useChartPointer.ts';
import { useView } from './useView.ts';

const TOP = 2;

/** What one request held, in words with their basis, next to the curve. */
function LedgerWords({ residency, at, layout }: { residency: Answer; at: number; layout: Layout }) {
  const { top, height } = layout.axis;
  const proof = useProvenState(residency.tape, residency.steps[at] ?? null, residency.policy, true);
  return (
    <dl
      className={`${styles.ledger} grid absolute gap-x-2 tiny leading-16 dim left-0 columns-end pad-left-4`}
      style={{ top: TOP, width: layout.left - 12 }}
      aria-label={`Token ledger of step ${residency.steps[at] ?? 0}`}
    >
      {ledgerRows(residency, at, top + height - TOP, proof).map((row) => (
        <Row key={row.name} row={row} />
      ))}
    </dl>
  );
}

const Row = ({ row: { name, value, look, title, known } }: { row: LedgerRow }) => (
  <Fragment>
    <dt className={look && styles[look]} title={title}>
      {name}
    </dt>
    <dd className={look && styles[look]} title={title}>
      {value}
      {known !== undefined && <span className="regular dim"> {known}</span>}
    </dd>
  </Fragment>
);

/** The lanes of the entries that a chart has. Columns are others with each new line; a chart is drawn again only where it shows other lanes. */
const useLanes = ({ lanes: { codes }, missing, entries }: Columns, { seqs }: Chart) => {
  const known = Math.min(entries, seqs?.at(-1) ?? 0);
  // In pages that were missing lanes are written in place.
  return useMemo(() => ({ codes, missing, known }), [codes, missing, known]);
};

const NONE: readonly number[] = [];

/** Nothing was sent under another policy than the agent's own. Asked for once the tape is there, as the timeline does. */
const useProven = ({ policy }: Answer, held: Columns): Proven => {
  const found = useDiffering(policy === 'as-recorded' && held.missing.length === 0 ? held.tape : null);
  // Each new line asks again, and mostly nothing is found: the chart need not be drawn again for that.
  const verified = found?.verified.length ? found.verified : NONE;
  const differs = found?.steps.length ? found.steps : NONE;
  return useMemo(() => ({ verified: new Set(verified), differs: new Set(differs) }), [verified, differs]);
};

interface Props {
  answer: Answer;
  /** The steps that it begins with; null for all. */
  range: Range | null;
  held: Columns;
  /** The selected group, where rows are groups. */
  group: number | null;
  onGroup: (row: number | null) => void;
  /** The row under the pointer, for the line below the chart. */
  onHover: (row: number | null) => void;
}

/** Steps across, rows down: a bar for each stay in context, below what each request held. */
export function ResidencyChart({ answer, range, held, group, onGroup, onHover }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const look = useLook(box);
  const { entry, select, moveTo } = usePick('entry', 'select', 'moveTo');
  const playhead = usePlayhead();
  const { steps, groups } = answer;
  const chart = chartOf(answer);
  const layout = useMemo(() => size && layoutOf(size.width, size.height, answer.otherBranches.length), [size, answer]);
  const view = useView(chart, layout, range);
  const notes = useNotes(held.tape);
  const noted = useMemo(() => notedRows(chart, answer, notes), [chart, answer, notes]);
  const proven = useProven(answer, held);
  const lanes = useLanes(held, chart);
  const [spot, setSpot] = useState<Spot | null>(null);
  const row = groups === null ? (entry === null ? null : rowOfEntry(chart, entry)) : group;
  const step = playhead === null ? -1 : stepIndex(steps, playhead);
  const { frame } = view;
  const scene = useMemo<Scene | null>(() => {
    if (layout === null || frame === null || look === null) return null;
    // Before the frame, which has enough to do.
    peaksOf(answer);
    const rest = (at: number): boolean => groups?.rows[at]?.rest ?? false;
    return { chart, residency: answer, frame, layout, lanes: lanes.codes, rest, noted, proven, ...look };
  }, [chart, answer, layout, frame, look, lanes, noted, groups, proven]);
  const below = useDrawing(
    size,
    useCallback((pen: Pen) => scene && drawChart(pen, scene), [scene]),
    'before it',
  );
  const hovered = spot === null || spot.row < 0 ? null : spot.row;
  const pointed = spot?.at ?? null;
  const above = useDrawing(
    size,
    useCallback(
      (pen: Pen) => scene && drawOver(pen, scene, { step, selected: row, hovered, pointed }),
      [scene, step, row, hovered, pointed],
    ),
  );

  const choose = (chosen: number, at = Math.max(0, step)) => {
    if (groups !== null) onGroup(chosen);
    const found = groups === null ? chart.seqs?.[chosen] : entryOf(answer, chosen, at);
    if (found) select(found);
    view.show(chosen, null);
  };
  const pointer = useChartPointer({
    chart,
    layout,
    view,
    onHover: (found) => {
      setSpot(found);
      onHover(found === null || found.row < 0 ? null : found.row);
    },
    onPick: (found) => {
      moveTo(steps[found.at] ?? null);
      if (found.row >= 0) choose(found.row, found.at);
    },
  });
  useChartKeys({ chart, steps, view, row, step, choose });
  const reveal = useEffectEvent((chosen: number | null, at: number) => view.show(chosen, at));
  useEffect(() => reveal(row, step), [row, step]);
  const shown = pointed ?? step;
  return (
    <div ref={box} className={`${styles.chart} relative shrink-x shrink-y clip`}>
      <div
        ref={pointer.box}
        className="absolute fill"
        role="img"
        aria-label={`${count(chart.rows, 'row')} over ${count(chart.steps, 'step')}: when each was in context`}
      >
        <canvas ref={below} className="full-width full-height absolute fill" />
        <canvas ref={above} className="full-width full-height absolute fill crosshair touch-none" {...pointer.handlers} />
      </div>
      {layout && <LedgerWords residency={answer} at={Math.max(0, shown)} layout={layout} />}
      {layout && frame && <OtherBranches answer={answer} layout={layout} frame={frame} />}
      {layout && frame && (
        <RowNames answer={answer} chart={chart} layout={layout} frame={frame} selected={row} onChoose={(chosen) => choose(chosen)} />
      )}
    </div>
  );
}
