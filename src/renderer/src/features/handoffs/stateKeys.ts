import { isContainer, isLong, placesOf, type Row, rowAbove } from './tree.ts';

/** What a key does in the tree of a state. */
export type StateCommand = { type: 'move'; to: number } | { type: 'toggle' | 'follow' | 'copy-value' | 'copy-path' };

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
