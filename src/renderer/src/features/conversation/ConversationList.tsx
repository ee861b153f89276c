import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Spot } from '../../data/hooks.ts';
import { useStore } from '../../state/store.ts';
import { formatNumber } from '../../ui/format.ts';
import { Cell, Grid } from '../entries/scroll/Grid.tsx';
import { clampOffset } from '../entries/scroll/scroll.ts';
import type { Scroll } from '../entries/scroll/useScroll.ts';
import { useGoToEntry } from '../entries/useGoToEntry.ts';
import { useKeys } from '../keyboard/useKeys.ts';
import type { Columns } from '../tape/columns.ts';
import { Block } from './Block.tsx';
import styles from './Conversation.module.css';
import type { Conversation } from './conversation.ts';
import type { Heights } from './heights.ts';
import { Measured } from './Measured.tsx';
import { rowOfEntry, rowOfStep, type Structure } from './structure.ts';
import { END, useRows } from './useRows.ts';

/** The rows of a branch as one list, of which only what is on screen exists and is read. */
export function ConversationList({ of }: { of: Conversation }) {
  const { tape, rows, held, spot } = of;
  const entry = useStore((state) => state.entry);
  const select = useStore((state) => state.select);
  const goTo = useGoToEntry(tape);
  const { heights, items, onHeight, scroll } = useRows(of);
  const active = entry === null ? null : rowOfEntry(rows, entry);
  const [turned, setTurned] = useState<ReadonlySet<number>>(new Set());
  const head = spot === null ? null : spot === 'next' ? rows.count : rowOfStep(rows, spot);

  const { leave, chose } = useAim({ rows, head, heights, scroll });
  const choose = (row: number) => {
    const seq = rows.seq[row];
    if (seq === undefined) return;
    chose(seq);
    select(seq);
  };
  const move = (by: -1 | 1) => {
    const row = Math.max(0, Math.min(rows.count - 1, (active ?? (head ?? 0) - (by === 1 ? 1 : 0)) + by));
    choose(row);
    scroll.show(heights.topOf(row), heights.topOf(row + 1));
  };
  const turn = (row: number) => {
    const seq = rows.seq[row] ?? 0;
    setTurned((before) => (before.has(seq) ? new Set([...before].filter((one) => one !== seq)) : new Set([...before, seq])));
  };
  useKeys({
    'row.next': () => move(1),
    'row.previous': () => move(-1),
    'row.open': () => active !== null && turn(active),
    'row.step': () => void (entry !== null && goTo(entry)),
  });
  return (
    <div className="grid shrink-y" onWheelCapture={leave} onPointerDownCapture={leave} onTouchStartCapture={leave}>
      <Grid
        scroll={scroll}
        label="Conversation"
        count={rows.count}
        items={items}
        active={active}
        onPick={choose}
        onOpen={turn}
        row={(row) => (
          <Cell>
            <Measured row={row} onHeight={onHeight}>
              <Block
                of={of}
                row={row}
                head={head}
                turned={turned.has(rows.seq[row] ?? 0)}
                active={row === active}
                onTurn={() => turn(row)}
              />
            </Measured>
          </Cell>
        )}
        over={head !== null && <Playhead spot={spot} held={held} top={scroll.place(heights.topOf(head))} />}
      />
    </div>
  );
}

/**
 * Which row is to be in view: the one before which the playhead is when it moves, an entry that was selected elsewhere. It stays there while
 * heights come in, until the reader scrolls. Of a tape that grows the playhead is followed only by who looks at it.
 */
const useAim = (of: { rows: Structure; head: number | null; heights: Heights; scroll: Scroll }) => {
  const { rows, head, heights, scroll } = of;
  const entry = useStore((state) => state.entry);
  const selections = useStore((state) => state.selections);
  const chosen = useStore(({ step, next }) => (next ? 'next' : step === null ? 'newest' : `step ${step}`));
  const before = useRef('');
  const aim = useRef<number | null>(null);
  const own = useRef<number | null>(null);
  const looksAtHead = useRef(true);
  const toHead = useEffectEvent((row: number, way: string) => {
    // Where nobody moved it, it moved because the tape grew.
    if (way !== before.current || looksAtHead.current) aim.current = row;
    before.current = way;
  });
  const toEntry = useEffectEvent((seq: number, _selection: number) => {
    if (own.current !== seq) aim.current = rowOfEntry(rows, seq);
    own.current = null;
  });
  useLayoutEffect(() => {
    if (head !== null) toHead(head, chosen);
  }, [head, chosen]);
  useLayoutEffect(() => {
    if (entry !== null) toEntry(entry, selections);
  }, [entry, selections]);
  useLayoutEffect(() => {
    if (scroll.view === 0) return;
    const sees = (row: number) => {
      const top = heights.topOf(row) - scroll.offset;
      return top >= scroll.view * 0.1 && top <= scroll.view * 0.75;
    };
    const row = aim.current;
    if (row !== null && !sees(row)) {
      const offset = clampOffset({ total: heights.total() + END, view: scroll.view }, heights.topOf(row) - scroll.view * 0.55);
      if (Math.abs(offset - scroll.offset) > 1) scroll.scrollTo(offset);
    }
    looksAtHead.current = head !== null && (row === head || sees(head));
  });
  return {
    /** The reader moves the list. */
    leave: () => {
      aim.current = null;
    },
    /** An entry that is selected here is in view. */
    chose: (seq: number) => {
      own.current = seq;
      aim.current = null;
    },
  };
};

/** A line before the answer of the step: all above it was sent, except what is hatched. */
export function Playhead({ spot, held, top }: { spot: Spot | null; held: Columns; top: number }) {
  const input = typeof spot === 'number' ? (held.stepInput[spot - 1] ?? Number.NaN) : Number.NaN;
  const tokens = Number.isNaN(input) ? '' : ` · ${formatNumber(input)}`;
  return (
    <div
      className={`${styles.playhead} absolute tiny leading-16 no-pointer raised left-0 right-0`}
      style={{ transform: `translateY(${top}px)` }}
    >
      <b className="absolute pad-x-2 round-small on-head">
        {spot === 'next' ? 'next' : formatNumber(spot ?? 0)}
        {tokens}
      </b>
      <span className="absolute pad-x-2 on-bg head">
        {spot === 'next' ? 'to be sent' : `sent with step ${formatNumber(spot ?? 0)}`}: all of the above, except what is hatched
      </span>
    </div>
  );
}
