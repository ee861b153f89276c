import type { Panel } from '../../state/hash.ts';
import { usePick, useStore } from '../../state/store.ts';
import { formatNumber } from '../../ui/format.ts';
import { KeyCaps } from '../keyboard/KeyHints.tsx';
import type { Axis } from './axis.ts';
import type { Columns } from './columns.ts';
import type { Sent } from './draw/pen.ts';
import { isWhole } from './scale.ts';
import styles from './Tape.module.css';
import type { View } from './useRange.ts';
import { axesFor, axisNames, ZOOM } from './useTapeKeys.ts';

interface Props {
  held: Columns;
  sent: Sent;
  axis: Axis;
  head: number | null;
  view: View;
  /** One line on what is under the pointer or the playhead, always in the same place. */
  readout: string;
}

const whyNot = { entry: '', step: 'This tape has no steps.', time: 'No entry of this tape has a time.' };

/** What the open view makes of selected steps: shows them alone, or why it does not. */
const ofSelected: Readonly<Record<Panel, string>> = {
  conversation: 'alone',
  entries: 'alone',
  residency: 'alone',
  graph: 'in full, all others faded',
  handoffs: 'in full, phases without them faded',
  context: 'hold the playhead; blocks of other steps are faded',
  request: 'hold the playhead; a request is shown whole',
  provenance: 'hold the playhead; a context is shown whole',
  compare: 'hold the playhead; blocks of other steps are faded',
  run: 'hold the playhead; the next request is shown whole',
  'what-if': 'hold the playhead; a context is shown whole',
  merge: 'hold the playhead',
};

/** What colours mean that need a word: those alone that are on the tape. */
const swatches = (held: Columns, { again, differing }: Sent): [name: string, colour: string][] => [
  ...(held.timed
    ? ([
        ['model', '--k-assistant'],
        ['tools', '--k-result'],
      ] as [string, string][])
    : []),
  ...(again.size > 0 ? ([['sent again', '--curve']] as [string, string][]) : []),
  ...(differing.length > 0 ? ([['differs', '--warn']] as [string, string][]) : []),
];

/** Below the tape: what is under the pointer, how the tape is laid out, and how close. */
export function TapeBar({ held, sent, axis, head, view, readout }: Props) {
  const setAxis = useStore((state) => state.setAxis);
  const { span, setSpan, panel } = usePick('span', 'setSpan', 'panel');
  const possible = axesFor(held);
  const place = head === null ? (view.range.from + view.range.to) / 2 : axis.ofStep(head);
  return (
    <div className="row middle gap-4 tiny dim pad-bottom-1 pad-x-4">
      <span className="grow shrink-x cut">{readout}</span>
      {span !== null && (
        <span className={`${styles.span} row middle gap-2 nowrap head`}>
          {span.from === span.to ? `step ${formatNumber(span.from)}` : `steps ${formatNumber(span.from)} – ${formatNumber(span.to)}`}{' '}
          {ofSelected[panel]}
          <button type="button" className="ink" onClick={() => setSpan(null)}>
            show all
          </button>
          <KeyCaps id="close" />
        </span>
      )}
      {held.missing.length > 0 && <span className="faint nowrap">reading details</span>}
      {axis.kind === 'time' && axis.gaps.length > 0 && <span className="faint nowrap">silences over 1 h are shortened</span>}
      <span className={`${styles.legend} row gap-3`}>
        {swatches(held, sent).map(([name, colour]) => (
          <i key={name} className="swatch" style={{ color: `var(${colour})` }}>
            <span className="dim">{name}</span>
          </i>
        ))}
      </span>
      <fieldset className={`${styles.choices} row gap-2 nowrap`} aria-label="Lay the tape out by">
        {axisNames.map((name) => (
          <button
            key={name}
            type="button"
            className="choice pad-x-tight text-center"
            aria-pressed={axis.kind === name}
            disabled={!possible.includes(name)}
            title={possible.includes(name) ? undefined : whyNot[name]}
            onClick={() => setAxis(name)}
          >
            {name}
          </button>
        ))}
      </fieldset>
      <fieldset className={`${styles.choices} row gap-2 nowrap`} aria-label="Zoom">
        <button
          type="button"
          className="choice pad-x-tight text-center"
          aria-label="Zoom out"
          disabled={isWhole(view.range, axis)}
          onClick={() => view.zoom(place, 1 / ZOOM)}
        >
          −
        </button>
        <button type="button" className="choice pad-x-tight text-center" aria-label="Zoom in" onClick={() => view.zoom(place, ZOOM)}>
          +
        </button>
        <button
          type="button"
          className="choice pad-x-tight text-center"
          disabled={isWhole(view.range, axis)}
          onClick={() => view.showAll()}
        >
          whole
        </button>
      </fieldset>
    </div>
  );
}
