import { type KeyboardEvent, useId } from 'react';
import type { StateTree as Told } from '../../../../shared/model/index.ts';
import { type PhaseAt, useStateCalls } from '../../data/handoffHooks.ts';
import { VirtualList } from '../../ui/VirtualList.tsx';
import { FindInState, useFinding } from './FindInState.tsx';
import type { FaultPlace } from './faults.ts';
import styles from './Handoffs.module.css';
import { StateRow } from './StateRow.tsx';
import { type StateCommand, stateCommand } from './stateKeys.ts';
import { pathKey, rowKey } from './tree.ts';
import { useCursor } from './useCursor.ts';
import { useRowActs } from './useRowActs.ts';
import { useStateRows } from './useStateRows.ts';

interface Props {
  at: PhaseAt;
  /** The state that it is held against. */
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
