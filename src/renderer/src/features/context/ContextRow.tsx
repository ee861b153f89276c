import { useLayoutEffect, useRef } from 'react';
import type { EntryRow, Omission, View } from '../../../../shared/model/index.ts';
import { count, formatNumber } from '../../ui/format.ts';
import { entryTone, kindColour, kindWord } from '../../ui/kinds.ts';
import { Bar } from '../../ui/Skeleton.tsx';
import { NoteMark } from '../annotations/NoteMark.tsx';
import { Cell } from '../entries/scroll/Grid.tsx';
import { ReadMark } from '../files/ReadMark.tsx';
import { BlockRow } from './BlockRow.tsx';
import styles from './Context.module.css';
import type { Placed } from './events.ts';
import { kindsWords, omissionTokens } from './figures.ts';
import { EventRow, RestRow } from './RestRow.tsx';
import { omissionKey, placeIn, type Row } from './rows.ts';
import { SlimRow } from './SlimRow.tsx';
import { usePreview } from './usePreview.ts';

interface OmissionProps {
  omission: Omission;
  open: boolean;
  /** The selected entry, where it is one of those left out. */
  holds: number | null;
}

/** What the model did not get here, how much of it, and why: a thin line, so that reading continues. The row opens in place. */
function OmissionRow({ omission, open, holds }: OmissionProps) {
  const kinds = kindsWords(omission.byKind);
  const entries = count(omission.count, 'entry', 'entries');
  return (
    <SlimRow
      absent
      weight={omissionTokens(omission)}
      title={`${entries} ${omission.note}${kinds && `: ${kinds}`}`}
      action={
        <button type="button" tabIndex={-1} className="dim link hover-ink" aria-expanded={open} data-toggle>
          {open ? 'hide' : 'show'}
        </button>
      }
    >
      <span className="max-full cut">
        <b>{entries}</b> {omission.note}
        {holds !== null && <span className="head"> · holds #{formatNumber(holds)}</span>}
      </span>
      <span className="push faint">{kinds}</span>
    </SlimRow>
  );
}

/** Warnings about the view, in full; the list learns their height. */
function Warnings({ lines, calm, onHeight }: { lines: readonly string[]; calm: readonly string[]; onHeight: (pixels: number) => void }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const tell = () => onHeight(element.offsetHeight);
    tell();
    const observer = new ResizeObserver(tell);
    observer.observe(element);
    return () => observer.disconnect();
  }, [onHeight]);
  return (
    <Cell ref={box} className="pad-top-tight pad-bottom-2 pad-x-4">
      {lines.map((line) => (
        <p
          key={line}
          className={`${styles.warning} small leading-18 margin-top-2 pad-y-2 pad-x-3 calm warn-edge`}
          data-calm={calm.includes(line)}
        >
          {line}
        </p>
      ))}
    </Cell>
  );
}

interface Props {
  tape: string;
  seq: number;
  /** Undefined while it comes. */
  row: EntryRow | undefined;
}

/** One entry of an opened omission, in a single line. */
function EntryLine({ tape, seq, row }: Props) {
  const preview = usePreview(tape, seq);
  const text = preview?.text || row?.label;
  return (
    <Cell className={`${styles.entry} grid middle gap-x-3 pad-x-4 on-sunk dim`}>
      <span
        className={`${styles.word} swatch row baseline shrink-x small semibold leading-18 nowrap`}
        style={{ color: row && kindColour(entryTone(row), row.role) }}
      >
        {row ? <span title={row.kind}>{kindWord(entryTone(row), row.role)}</span> : <Bar width="40px" />}
      </span>
      <span className="cut code">{preview === undefined ? <Bar width={`${30 + ((seq * 13) % 55)}%`} /> : text || '(empty)'}</span>
      <span className={`${styles.seq} tiny faint text-right nowrap`}>
        {row?.kind === 'tool_call' && <ReadMark tape={tape} seq={seq} />}
        <NoteMark tape={tape} entries={[seq]} />#{seq}
      </span>
    </Cell>
  );
}

export interface RowContext {
  readonly view: View;
  readonly events: readonly Placed[];
  /** Rows of the entries in view, as far as they have come. */
  readonly entries: ReadonlyMap<number, EntryRow>;
  readonly open: ReadonlySet<string>;
  /** Entries that came into the context since the step before. */
  readonly added: ReadonlySet<number>;
  /** Whether it came with steps that are not selected; null where none are selected. */
  readonly outside: ((entries: readonly number[]) => boolean) | null;
  /** The entry that the inspector shows. */
  readonly selected: number | null;
  readonly onHeight: (pixels: number) => void;
}

/** What is in one row of the list. */
export function ContextRow({ row, context }: { row: Row | undefined; context: RowContext }) {
  const { view } = context;
  switch (row?.type) {
    case undefined:
      return null;
    case 'warnings':
      return <Warnings lines={view.warnings} calm={view.calm ?? []} onHeight={context.onHeight} />;
    case 'rest':
      return <RestRow view={view} />;
    case 'entry':
      return <EntryLine tape={view.tape} seq={row.seq} row={context.entries.get(row.seq)} />;
    case 'event': {
      const placed = context.events[row.index];
      return placed && <EventRow event={placed.event} />;
    }
    case 'block': {
      const block = view.blocks[row.index];
      if (block === undefined) return null;
      const added = block.entries.some((seq) => context.added.has(seq));
      return <BlockRow tape={view.tape} block={block} added={added} outside={context.outside?.(block.entries) ?? false} />;
    }
    case 'omission': {
      const omission = view.omissions[row.index];
      if (omission === undefined) return null;
      const holds = context.selected !== null && placeIn(omission, context.selected) !== null;
      return <OmissionRow omission={omission} open={context.open.has(omissionKey(omission))} holds={holds ? context.selected : null} />;
    }
  }
}
