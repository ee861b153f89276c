import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { View } from '../../../../shared/model/index.ts';
import { useStore } from '../../state/store.ts';
import { Grid } from '../entries/scroll/Grid.tsx';
import { lastOffset } from '../entries/scroll/scroll.ts';
import { type Scroll, useScroll } from '../entries/scroll/useScroll.ts';
import { useKeys } from '../keyboard/useKeys.ts';
import { useColumns } from '../tape/useColumns.ts';
import { useOutside } from '../tape/useOutside.ts';
import styles from './Context.module.css';
import { ContextRow } from './ContextRow.tsx';
import { eventsIn } from './events.ts';
import { baseOf, restOf } from './figures.ts';
import { HEIGHTS, OVER, PADDING } from './heights.ts';
import { blockKey, indexAt, omissionKey, type Row, type Rows, rowAt, rowHolding, rowOfBlock, rowsOf, spanOf } from './rows.ts';
import { TokenStrip } from './TokenStrip.tsx';
import { useActive } from './useActive.ts';
import type { Reached } from './useAhead.ts';
import { useEntryRows } from './usePages.ts';

interface Props {
  view: View;
  /** Entries that came into the context since the step before. */
  added: ReadonlySet<number>;
  /** It is the view that was asked for, and not the one before while that is on its way. */
  resting: boolean;
  /** Where the list begins, for a reader who was there before it came: known once the list before it has left. */
  begin: RefObject<Reached | null>;
}

/** The blocks and omissions of a view as one list, of which only what is on screen exists. */
export function ContextList({ view, added, resting, begin }: Props) {
  const selected = useStore((state) => state.entry);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [warnings, setWarnings] = useState(40);
  const columns = useColumns(view.tape).data;
  const outside = useOutside(view.tape);
  const stepFirst = columns?.missing.length === 0 ? columns.stepFirst : undefined;
  const events = useMemo(() => eventsIn(view, stepFirst), [view, stepFirst]);
  const rows = useMemo(() => {
    const rest = baseOf(view) > 0 ? HEIGHTS.block : HEIGHTS.omission;
    return rowsOf({ ...view, ...headOf(view), events, open }, { ...HEIGHTS, rest, warnings });
  }, [view, events, open, warnings]);
  const scroll = useScroll(rows.height + 2 * PADDING);
  useStickToEnd(scroll, view, rows.height + 2 * PADDING);
  useBegin(scroll, rows, begin);
  const toggle = (index: number) => {
    const omission = view.omissions[index];
    if (omission) setOpen((before) => toggled(before, omissionKey(omission)));
  };
  const active = useActive(view.tape, rows, scroll, toggle, { list: view, settled: resting, above: warnings });
  const drawn = inView(rows, scroll);
  const entries = useEntryRows(
    view.tape,
    drawn.flatMap(({ row }) => (row.type === 'entry' ? [row.seq] : [])),
  );
  const onPick = (index: number) => {
    const row = rowAt(rows, index);
    if (row?.type === 'omission') toggle(row.index);
    active.choose(index);
  };
  useKeys({
    'row.new': () => {
      const index = rowHolding(rows, added, active.index);
      if (index === null) return;
      active.choose(index);
      scroll.scrollTo(spanOf(rows, index).top - scroll.view / 3);
    },
  });
  const showBlock = (block: number) => {
    const shown = view.blocks[block];
    const index = shown === undefined ? null : rowOfBlock(rows, blockKey(shown));
    if (index === null) return;
    active.choose(index);
    scroll.scrollTo(spanOf(rows, index).top - scroll.view / 3);
  };
  return (
    <div className={`${styles.context} grid shrink-y`}>
      <TokenStrip view={view} onShow={showBlock} />
      <Grid
        scroll={scroll}
        label="Blocks of the context"
        count={rows.count}
        items={drawn.map(({ index, row, top }) => ({ index, top: top + PADDING, key: nameOf(row, view) }))}
        active={active.index}
        onPick={onPick}
        onOpen={(index) => rowAt(rows, index)?.type !== 'omission' && active.open(index)}
        row={(index) => (
          <ContextRow row={rowAt(rows, index)} context={{ view, events, entries, open, added, outside, selected, onHeight: setWarnings }} />
        )}
      >
        {rows.count === 0 && (
          <p className="pad-4 small dim measure">No entries before this request: the model gets only what is not in the log.</p>
        )}
      </Grid>
    </div>
  );
}

const headOf = (view: View) => ({ warnings: view.warnings.length > 0, rest: restOf(view) > 0 });

const toggled = (open: ReadonlySet<string>, key: string): ReadonlySet<string> =>
  open.has(key) ? new Set([...open].filter((other) => other !== key)) : new Set([...open, key]);

const inView = (rows: Rows, scroll: Scroll): { index: number; row: Row; top: number }[] => {
  const drawn: { index: number; row: Row; top: number }[] = [];
  if (scroll.view === 0) return drawn;
  for (let index = indexAt(rows, scroll.offset - OVER); index < rows.count; index++) {
    const row = rowAt(rows, index);
    const { top } = spanOf(rows, index);
    if (row === undefined || top > scroll.offset + scroll.view + OVER) break;
    drawn.push({ index, row, top });
  }
  return drawn;
};

/** A row keeps its element while the playhead moves on, so that nothing blinks. */
const nameOf = (row: Row, view: View): string => {
  const block = row.type === 'block' ? view.blocks[row.index] : undefined;
  // A request may hold the same message twice.
  if (block) return `b${blockKey(block)}${block.request && row.type === 'block' ? ` ${row.index}` : ''}`;
  if (row.type === 'entry') return `e${row.seq}`;
  const omission = row.type === 'omission' ? view.omissions[row.index] : undefined;
  if (row.type === 'event') return `event ${row.index}`;
  return omission ? `o${omissionKey(omission)} ${omission.after}` : row.type;
};

/** Keeps the block on top where it was, also when rows above it turn out to be taller, until the reader scrolls. */
const useBegin = (scroll: Scroll, rows: Rows, begin: RefObject<Reached | null>): void => {
  const held = useRef<(Reached & { offset: number }) | null>(null);
  useLayoutEffect(() => {
    held.current = begin.current && { ...begin.current, offset: 0 };
  }, [begin]);
  useLayoutEffect(() => {
    const at = held.current;
    const block = at === null ? undefined : rows.blocks[at.block];
    if (at === null || block === undefined || scroll.view === 0) return;
    const row = rowOfBlock(rows, blockKey(block));
    if (scroll.offset !== at.offset || row === null) {
      held.current = null;
      return;
    }
    const wanted = spanOf(rows, row).top + at.pixels;
    const offset = Math.max(0, Math.min(wanted, rows.height + 2 * PADDING - scroll.view));
    held.current = { ...at, offset };
    if (offset !== scroll.offset) scroll.scrollTo(offset);
  });
};

/** Who reads at the end keeps reading at the end when the playhead moves. */
const useStickToEnd = (scroll: Scroll, view: View, total: number): void => {
  const before = useRef({ view, atEnd: false });
  useLayoutEffect(() => {
    const end = lastOffset({ total, view: scroll.view });
    if (before.current.view !== view && before.current.atEnd) scroll.scrollTo(end);
    before.current = { view, atEnd: end > 0 && scroll.offset >= end - 4 };
  });
};
