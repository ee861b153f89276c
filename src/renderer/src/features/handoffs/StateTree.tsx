import { type KeyboardEvent, useId } from 'react';
import type { StateTree as Told } from '../../../../shared/model/index.ts';
import { type PhaseAt, useStateCalls } from '../../data/handoffHooks.ts';
import { VirtualList } from '../../ui/VirtualList.tsx';
import { FindInState, useFinding } from './FindInState.tsx';
import type { FaultPlace } from './faults.ts';
import styles from './Handoffs.module.css';
import { StateRow } from './StateRow.tsx';
import { isContainer, isLong, pathKey, placesOf, type Row, rowAbove, rowKey } from './tree.ts';
import { useCursor } from './useCursor.ts';
import { useRowActs } from './useRowActs.ts';
import { useStateRows } from './useStateRows.ts';

/** What a key does in the tree of a state. */
type StateCommand = { type: 'move'; to: number } | { type: 'toggle' | 'follow' | 'copy-value' | 'copy-path' };

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey'>;

const move = (to: number, rows: readonly Row[]): StateCommand => ({ type: 'move', to: Math.max(0, Math.min(rows.length - 1, to)) });

/** Right unfolds, then goes inside. `whole` says that the row's text is shown in full. */
const onRight = (rows: readonly Row[], at: number, row: Row, whole: boolean): StateCommand | null => {
  if (row.open) return move(at + 1, rows);
  return row.gap || (isContainer(row) && row.count > 0) || (isLong(row) && !whole) ? { type: 'toggle' } : null;
};

/** Left folds, then goes to what contains the row. */
const onLeft = (rows: readonly Row[], at: number, row: Row, whole: boolean): StateCommand | null => {
  if (row.open || whole) return { type: 'toggle' };
  const above = rowAbove(rows, at);
  return above < 0 ? null : move(above, rows);
};

const onEnter = (row: Row): StateCommand | null => {
  if (row.gap) return { type: 'toggle' };
  return placesOf(row).length > 0 ? { type: 'follow' } : null;
};

/** The command of a key at row `at`; null where it is none. */
export function stateCommand(
  { key, shiftKey, ctrlKey, metaKey }: Key,
  rows: readonly Row[],
  at: number,
  whole: boolean,
): StateCommand | null {
  const row = rows[at];
  if (row === undefined) return null;
  if (key === 'ArrowDown') return move(at + 1, rows);
  if (key === 'ArrowUp') return move(at - 1, rows);
  if (key === 'Home') return move(0, rows);
  if (key === 'End') return move(rows.length - 1, rows);
  if (key === 'ArrowRight') return onRight(rows, at, row, whole);
  if (key === 'ArrowLeft') return onLeft(rows, at, row, whole);
  if (key === 'Enter') return onEnter(row);
  if (key.toLowerCase() !== 'c' || ctrlKey || metaKey || row.gap) return null;
  return { type: shiftKey ? 'copy-path' : 'copy-value' };
}

interface Props {
  at: PhaseAt;
  /** The state that it is compared with. */
  against: PhaseAt | null;
  tree: Told;
  /** The broken reference that is looked for. */
  fault: FaultPlace | null;
  onEntry: (tape: string, seq: number) => void;
}

const ROW = 22;

/** A state value by value: folded, searched and copied by hand or by keyboard. */
export function StateTree({ at, against, tree, fault, onEntry }: Props) {
  const id = useId();
  const calls = useStateCalls(at, against);
  const state = useStateRows(calls, tree);
  const { rows } = state;
  const cursor = useCursor(rows, fault);
  const acts = useRowActs(state, calls, onEntry);
  const finding = useFinding(at);
  const here = rows[cursor.active];

  const nextHit = (by: 1 | -1): void => {
    const { paths } = finding;
    const last = paths.findIndex((path) => here && pathKey(path) === pathKey(here.path));
    const path = paths[last < 0 && by < 0 ? paths.length - 1 : (last + by + paths.length) % Math.max(1, paths.length)];
    if (path) acts.tried(state.reveal(path).then(cursor.show));
  };
  const run = (command: StateCommand): void => {
    if (command.type === 'move') cursor.move(command.to);
    else if (here === undefined) return;
    else if (command.type === 'toggle') acts.toggle(here);
    else if (command.type === 'follow') acts.follow(here);
    else acts.copy(here, command.type === 'copy-path' ? 'path' : 'value');
  };
  const onKey = (event: KeyboardEvent): void => {
    const command = stateCommand(event, rows, cursor.active, here !== undefined && acts.whole(here) !== null);
    if (command === null) return;
    run(command);
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <FindInState finding={finding} onGo={nextHit} />
      <VirtualList
        className={`${styles.tree} grow shrink-y no-outline`}
        role="tree"
        aria-label="The state as a tree"
        tabIndex={0}
        aria-activedescendant={`${id}-${cursor.active}`}
        onKeyDown={onKey}
        handle={cursor.list}
        count={rows.length}
        size={() => ROW}
        measure
        keyOf={(index) => (rows[index] ? rowKey(rows[index]) : String(index))}
        row={(index) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <StateRow
              id={`${id}-${index}`}
              node={row}
              whole={acts.whole(row)}
              active={index === cursor.active}
              hit={finding.hits.has(pathKey(row.path))}
              onActive={() => cursor.point(index)}
              onToggle={() => acts.toggle(row)}
              onCopy={(what) => acts.copy(row, what)}
              onEntry={onEntry}
            />
          );
        }}
      />
    </>
  );
}
