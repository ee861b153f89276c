import { useMemo } from 'react';
import type { EntryRow, Problem } from '../../../../shared/model/index.ts';
import { useEntryPages, useSpot, useView } from '../../data/hooks.ts';
import { entriesIn } from '../../state/span.ts';
import { useStore } from '../../state/store.ts';
import { formatNumber } from '../../ui/format.ts';
import { sentIn } from '../conversation/conversation.ts';
import { useKeys } from '../keyboard/useKeys.ts';
import type { Columns } from '../tape/columns.ts';
import styles from './Entries.module.css';
import { EntryLine } from './EntryLine.tsx';
import { brokenBefore, type Listed, listOf, ofSteps, PAGE, pageStarts, ROW, rowFrom, seqOfRow, tookOf } from './pages.ts';
import { Grid } from './scroll/Grid.tsx';
import { useAim, useFollowed } from './scroll/useAim.ts';
import { useScroll } from './scroll/useScroll.ts';
import { useGoToEntry } from './useGoToEntry.ts';

/** Where the list is, the row of the selected entry, and the keys that move it. */
function useEntryRows(tape: string, listed: Listed, divider: number | null) {
  const scroll = useScroll(listed.count * ROW);
  const entry = useStore((state) => state.entry);
  const select = useStore((state) => state.select);
  const goTo = useGoToEntry(tape);
  const rowOf = (seq: number): number | null => {
    const row = rowFrom(listed, seq);
    return seqOfRow(listed, row) === seq ? row : null;
  };
  const active = entry === null ? null : rowOf(entry);
  const list = { total: listed.count * ROW, topOf: (row: number) => row * ROW, rowOf };
  const { offset, leave, chose } = useAim(scroll, list, useFollowed(divider));
  const choose = (row: number) => {
    const seq = seqOfRow(listed, row);
    chose(seq);
    select(seq);
  };
  const move = (by: -1 | 1) => {
    const nearest = entry === null ? (divider ?? 0) : rowFrom(listed, entry);
    const from = active ?? (by === 1 ? nearest - 1 : nearest);
    const row = Math.max(0, Math.min(listed.count - 1, from + by));
    if (listed.count === 0) return;
    choose(row);
    scroll.show(row * ROW, (row + 1) * ROW);
  };
  const open = () => void (entry !== null && goTo(entry));
  useKeys({ 'row.next': () => move(1), 'row.previous': () => move(-1), 'row.open': open, 'row.step': open });
  return { scroll, offset, active, goTo, choose, leave };
}

/** Where the playhead is between the rows: what is above it came before the step. */
function PlayheadLine({ step, top }: { step: number; top: number }) {
  return (
    <div className={`${styles.playhead} absolute no-pointer raised left-0 right-0`} style={{ transform: `translateY(${top}px)` }}>
      <span className="absolute pad-x-2 round-small tiny bold on-head">step {formatNumber(step)}</span>
    </div>
  );
}

/** Rows above and below the view that are drawn ahead: each of them is paid for when the list is shown. */
const AHEAD = 6;

interface Props {
  held: Columns;
  kinds: ReadonlySet<string>;
  problems: readonly Problem[];
  /** Steps whose entries alone are listed; null for all. */
  steps: readonly number[] | null;
}

/** The rows of all entries, of which only what is on screen exists; read in pages as it is scrolled to. */
export function EntryList({ held, kinds, problems, steps }: Props) {
  const step = useStore((state) => state.step);
  const span = useStore((state) => state.span);
  const listed = useMemo(() => {
    const all = listOf(held, kinds, span === null ? undefined : entriesIn(span, held));
    return steps === null ? all : ofSteps(all, held, steps);
  }, [held, kinds, span, steps]);
  const view = useView(
    held.tape,
    useSpot(),
    useStore((state) => state.policy),
  ).data;
  const sent = useMemo(() => sentIn(view), [view]);
  const head = held.steps === 0 ? null : Math.min(step ?? held.steps, held.steps);
  const divider = head === null ? null : rowFrom(listed, held.stepFirst[head - 1] ?? 1);
  const { scroll, offset, active, goTo, choose, leave } = useEntryRows(held.tape, listed, divider);

  const { first, last } = inView(listed.count, offset, scroll.view);
  const pages = useEntryPages(
    held.tape,
    pageStarts(listed, first - 1, last),
    PAGE,
    kinds.size === 0 || listed.scattered ? null : [...kinds].sort(),
  );
  const rows = new Map<number, EntryRow>(pages.flatMap((page) => page.data?.items ?? []).map((row) => [row.seq, row]));
  const failed = pages.find((page) => page.error)?.error;
  const line = (index: number) => {
    const row = rows.get(seqOfRow(listed, index));
    const above = rows.get(seqOfRow(listed, index - 1));
    const known = row !== undefined && (above !== undefined || index === 0) && kinds.size === 0 && steps === null;
    return (
      <EntryLine
        tape={held.tape}
        seq={seqOfRow(listed, index)}
        row={row}
        tokens={sent?.get(seqOfRow(listed, index))}
        took={tookOf(held, seqOfRow(listed, index))}
        broken={known ? brokenBefore(problems, above?.line ?? 0, row.line) : []}
      />
    );
  };
  return (
    <Grid
      scroll={scroll}
      label="Entries of the tape"
      count={listed.count}
      items={Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => ({
        index: first + at,
        top: (first + at) * ROW,
        key: seqOfRow(listed, first + at),
      }))}
      active={active}
      onPick={choose}
      onLeave={leave}
      onOpen={(index) => void goTo(seqOfRow(listed, index))}
      row={line}
      over={head !== null && divider !== null && <PlayheadLine step={head} top={scroll.place(divider * ROW)} />}
    >
      {listed.count === 0 && (
        <p className="pad-4 small dim measure">
          {held.entries === 0
            ? 'This tape has no entries yet.'
            : steps !== null
              ? 'No step differs from what was sent.'
              : span === null
                ? 'No entries of these kinds.'
                : 'No entries of these kinds in the selected steps.'}
        </p>
      )}
      {failed && <p className="pad-4 small dim measure">{failed.message}</p>}
    </Grid>
  );
}

const inView = (count: number, offset: number, view: number): { first: number; last: number } => {
  if (view === 0) return { first: 0, last: -1 };
  return {
    first: Math.max(0, Math.floor(offset / ROW) - AHEAD),
    last: Math.min(count - 1, Math.ceil((offset + view) / ROW) + AHEAD),
  };
};
