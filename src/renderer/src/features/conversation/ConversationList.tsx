import { useState } from 'react';
import type { Spot } from '../../data/hooks.ts';
import { useStore } from '../../state/store.ts';
import { formatNumber } from '../../ui/format.ts';
import { Cell, Grid } from '../entries/scroll/Grid.tsx';
import { useFollowed } from '../entries/scroll/useAim.ts';
import { useGoToEntry } from '../entries/useGoToEntry.ts';
import { useKeys } from '../keyboard/useKeys.ts';
import type { Columns } from '../tape/columns.ts';
import { Block } from './Block.tsx';
import styles from './Conversation.module.css';
import type { Conversation } from './conversation.ts';
import { Measured } from './Measured.tsx';
import { rowOfEntry, rowOfStep } from './structure.ts';
import { useRows } from './useRows.ts';

/** The rows of a branch as one list, of which only what is on screen exists and is read. */
export function ConversationList({ of }: { of: Conversation }) {
  const { tape, rows, held, spot } = of;
  const entry = useStore((state) => state.entry);
  const select = useStore((state) => state.select);
  const goTo = useGoToEntry(tape);
  const head = spot === null ? null : spot === 'next' ? rows.count : rowOfStep(rows, spot);
  const { heights, items, onHeight, scroll, leave, chose } = useRows(of, useFollowed(head));
  const active = entry === null ? null : rowOfEntry(rows, entry);
  const [turned, setTurned] = useState<ReadonlySet<number>>(new Set());

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
    <div className="grid shrink-y">
      <Grid
        scroll={scroll}
        onLeave={leave}
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
