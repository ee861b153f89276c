import { type MouseEvent, type RefObject, startTransition, useEffect, useId, useState } from 'react';
import { placeOf } from '../../../../shared/library/names.ts';
import { asksModels, readQuery } from '../../../../shared/library/query.ts';
import type { TapeRow as Tape, Totals } from '../../../../shared/model/index.ts';
import { useMoney } from '../../data/appHooks.ts';
import { useNameOf } from '../../data/formatHooks.ts';
import { type LibraryPage, useSayOfTape } from '../../data/libraryHooks.ts';
import type { TablePlace } from '../../state/hash.ts';
import { useStore } from '../../state/store.ts';
import { formatNumber } from '../../ui/format.ts';
import { useKeys } from '../keyboard/useKeys.ts';
import { roles, Totalled } from './cells.tsx';
import { GroupRow } from './GroupRow.tsx';
import styles from './LibraryPage.module.css';
import { beginsAgain, MARGIN, PADDING, type PageRow, type SpotFor } from './spot.ts';
import { TableRow } from './TableRow.tsx';
import { COLUMNS, type Column, compareTapes, goInTable, sortBy, useTable } from './table.ts';
import { useActiveRow } from './useActiveRow.ts';

/** Milliseconds without another filter or order until the rows out of sight are drawn too: longer than between two keys of somebody who types. */
const REST = 400;
/**
 * The rows of a page that are drawn. Of another filter or order only those on screen, so that a key is answered by them and the next key waits
 * for nothing: the others follow when the keys rest, or with `drawAll`, once the reader scrolls.
 */
export function useDrawn(page: LibraryPage): { drawn: readonly PageRow[]; drawAll: () => void } {
  const [last, setLast] = useState({ wish: page.wish, whole: true });
  // Also a filter whose rows were all drawn a moment ago begins with those on screen.
  if (beginsAgain(last.wish, page.wish)) setLast({ wish: page.wish, whole: false });
  const begins = page.rows[0]?.index === 0 && !last.whole;
  useEffect(() => {
    if (!begins) return;
    const timer = setTimeout(() => startTransition(() => setLast({ wish: page.wish, whole: true })), REST);
    return () => clearTimeout(timer);
  }, [begins, page.wish]);
  return {
    drawn: begins ? page.rows.filter(({ top }) => top < page.spot.height - MARGIN) : page.rows,
    drawAll: () => begins && setLast({ wish: page.wish, whole: true }),
  };
}

/** Pixels of the heading and the sums, which stay in sight. */
const HEADING = 55;

/** What the table may be sorted by, in the order of its columns. */
const SORTS = COLUMNS.flatMap((column) => ('sort' in column ? [column.sort] : []));

/** A click sorts, and leaves the keys to the rows. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

const Heading = ({ column, place }: { column: Column; place: TablePlace }) => {
  const { sort } = column;
  if (sort === undefined)
    return (
      <span {...roles.header()} className={`${styles[column.id]} ${styles.figure}`}>
        {column.name}
      </span>
    );
  const sorted = sort === place.sort;
  // Figures and dates begin at the largest, names at A.
  const down = (column.numeric === true) !== place.reverse;
  return (
    <span
      {...roles.header(sorted ? (down ? 'descending' : 'ascending') : 'none')}
      className={`${styles[column.id]} ${column.numeric ? styles.figure : ''}`}
    >
      <button type="button" tabIndex={-1} data-sorted={sorted} onMouseDown={keepFocus} onClick={() => sortBy(sort)}>
        {column.name}
        {sorted && <span aria-hidden="true"> {down ? '↓' : '↑'}</span>}
      </button>
    </span>
  );
};

/** Whether a filter is about a part of each session, of which rows and their sums are whole. */
const isOfParts = (query: string): boolean =>
  asksModels(query) || readQuery(query).some(({ name }) => name === 'since' || name === 'until');

const Sums = ({ totals, query }: { totals: Totals; query: string }) => (
  <div {...roles.row(2)} className={`${styles.row} ${styles.sums} on-sunk bold grid gap-x-3 middle nowrap pad-left-3 pad-right-4`}>
    <span {...roles.cell} />
    <span {...roles.cell} className={styles.title}>
      All {formatNumber(totals.sessions)} <span className="small regular dim">of this filter{isOfParts(query) && ', each as a whole'}</span>
    </span>
    <Totalled totals={totals} />
  </div>
);

/** Sessions in the rows from one to another, both included, in that direction. */
const tapesBetween = (rows: readonly PageRow[], from: PageRow, to: PageRow): Tape[] => {
  const [low, high] = from.index < to.index ? [from.index, to.index] : [to.index, from.index];
  const tapes = rows.flatMap((row) => (row.type === 'tape' && row.index >= low && row.index <= high ? [row.tape] : []));
  return from.index > to.index ? tapes.reverse() : tapes;
};

/** With Shift a browser selects text up to the click. */
const noText = (event: MouseEvent) => event.shiftKey && event.preventDefault();

interface Props {
  page: LibraryPage;
  place: TablePlace;
  spot: RefObject<SpotFor>;
  onAsk: () => void;
}

/** A stretch of the table; one row is the active one, which the keys move, fold, select and open. */
export function LibraryTable({ page, place, spot, onAsk }: Props) {
  const id = useId();
  const { active, selected, forgot, setActive, toggle, select, selectAll, clear } = useTable();
  const { drawn, drawAll } = useDrawn(page);
  const nameOf = useNameOf();
  const money = useMoney();
  const openTape = useStore((state) => state.openTape);
  const say = useSayOfTape();
  const { at, list, move } = useActiveRow({ page, spot, onAsk, tape: null, inset: HEADING, current: active, setActive });
  const open = (row: PageRow | undefined) => {
    if (row?.type === 'tape') openTape(row.tape.id);
    else if (row) toggle(row.key);
  };
  const turn = (expanded: boolean, key: string) => (at?.expanded === expanded ? toggle(at.key) : move(key));
  const nextSort = () => sortBy(SORTS[(SORTS.indexOf(place.sort) + 1) % SORTS.length] ?? 'newest');
  /** With Shift a click selects the sessions from the active row to the clicked one, as far as they are there. */
  const selectTo = (event: MouseEvent) => {
    if (!event.shiftKey || !(event.target instanceof Element)) return;
    event.stopPropagation();
    const clicked = event.target.closest('[role="row"]')?.id;
    const to = page.rows.find(({ index }) => `${id}-${index}` === clicked);
    if (to) selectAll(tapesBetween(page.rows, at ?? to, to));
  };

  useKeys({
    'row.next': () => move('ArrowDown'),
    'row.previous': () => move('ArrowUp'),
    'row.open': () => open(at),
    'table.first': () => move('Home'),
    'table.last': () => move('End'),
    'table.unfold': () => turn(false, 'ArrowRight'),
    'table.fold': () => turn(true, 'ArrowLeft'),
    'table.select': () => at?.type === 'tape' && select(at.tape),
    'table.compare': () => compareTapes(selected),
    'table.favourite': () => at?.type === 'tape' && say.mutate({ tape: at.tape.id, favourite: !at.tape.own?.favourite }),
    'table.sort': nextSort,
    'table.reverse': () => goInTable({ reverse: !place.reverse }),
    ...((selected.length > 0 || forgot.length > 0) && { close: clear }),
  });
  return (
    <div
      ref={list.box}
      {...roles.grid({
        'aria-rowcount': page.count + 2,
        'aria-activedescendant': at && `${id}-${at.index}`,
        onScroll: () => {
          drawAll();
          list.onScroll();
        },
      })}
      className={`${styles.table} grow relative shrink-y scroll-y no-outline`}
    >
      <div {...roles.group} className={`${styles.heading} top-0 raised`}>
        <div {...roles.row(1)} className={`${styles.row} ${styles.names} on-bg tiny grid gap-x-3 middle nowrap pad-left-3 pad-right-4`}>
          <span {...roles.header()}>
            <span className="unseen">Selected</span>
          </span>
          {COLUMNS.map((column) => (
            <Heading key={column.id} column={column} place={place} />
          ))}
        </div>
        {page.table && <Sums totals={page.table.totals} query={place.query} />}
      </div>
      <div
        {...roles.rows({ onMouseDown: noText, onClickCapture: selectTo })}
        className="relative"
        style={{ height: page.height + 2 * PADDING }}
      >
        {drawn.map((row) =>
          row.type === 'tape' ? (
            <TableRow
              // The place in the list: of another filter the same rows are filled with other words, which costs less than new ones.
              key={row.index}
              id={`${id}-${row.index}`}
              row={row}
              project={page.table?.names[placeOf(row.tape)] ?? placeOf(row.tape)}
              agent={nameOf(row.tape.format)}
              money={money}
              active={row === at}
              letter={selected.findIndex((one) => one.id === row.tape.id)}
            />
          ) : row.type === 'project' ? (
            <GroupRow key={row.index} id={`${id}-${row.index}`} row={row} active={row === at} group={place.group} />
          ) : null,
        )}
      </div>
    </div>
  );
}
