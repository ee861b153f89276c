import type { EntryRow, View } from '../../../../shared/model/index.ts';
import { BlockRow } from './BlockRow.tsx';
import { EntryLine } from './EntryLine.tsx';
import type { Placed } from './events.ts';
import { OmissionRow } from './OmissionRow.tsx';
import { EventRow, RestRow } from './RestRow.tsx';
import { omissionKey, placeIn, type Row as RowOf } from './rows.ts';
import { Warnings } from './Warnings.tsx';

export interface RowContext {
  readonly view: View;
  readonly events: readonly Placed[];
  /** Rows of the entries in view, as far as they have come. */
  readonly entries: ReadonlyMap<number, EntryRow>;
  readonly open: ReadonlySet<string>;
  /** Entries that came into the context since the step before. */
  readonly added: ReadonlySet<number>;
  /** Of other steps than the selected ones; null where none are selected. */
  readonly outside: ((entries: readonly number[]) => boolean) | null;
  /** The entry that the inspector shows. */
  readonly selected: number | null;
  readonly onHeight: (pixels: number) => void;
}

/** What is in one row of the list. */
export function Row({ row, context }: { row: RowOf | undefined; context: RowContext }) {
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
