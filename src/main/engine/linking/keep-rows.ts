import { type Batch, type CallIds, COLUMNS, NO_PARENT } from '../pages/batch.ts';
import { decodeIds, encodeIds } from '../pages/id-column.ts';

type Column = Float64Array | Uint32Array | Uint16Array | Uint8Array | Int32Array;

/** Lists of what few rows have, each item with its row first. */
const LISTS = [
  ...(['far', 'lists', 'sends', 'prompts', 'positional', 'bounds', 'writers', 'parts', 'twins'] as const),
  ...(['corrections', 'costs', 'told'] as const),
] satisfies (keyof Batch)[];

/** Removes rows from a batch: row `r` becomes row `moved[r] - 1` of `kept`, and is gone where `moved[r]` is 0. The order stays. */
export function keepRows(batch: Batch, moved: Uint32Array, kept: number): void {
  if (kept === batch.count) return;
  const placeOf = (row: number): number => (moved[row] ?? 0) - 1;
  const ids = decodeIds(batch.ids).filter((_, row) => placeOf(row) >= 0);
  for (const name of COLUMNS) batch[name] = compact(batch[name], placeOf, kept) as never;
  batch.idHash = compact(batch.idHash, placeOf, kept);
  batch.parent = compact(batch.parent, placeOf, kept).map((parent) => (parent < 0 ? parent : Math.max(NO_PARENT, placeOf(parent))));
  batch.ids = encodeIds(ids);
  for (const name of ['calls', 'results', 'names', 'blocks'] as const) batch[name] = keepIds(batch[name], placeOf);
  for (const name of LISTS) batch[name] = keepItems(batch[name], placeOf) as never;
  batch.anchors = batch.anchors.flatMap((anchor) => (placeOf(anchor.at) < 0 ? [] : [{ ...anchor, at: placeOf(anchor.at) }]));
  batch.count = kept;
}

function compact<A extends Column>(column: A, placeOf: (row: number) => number, kept: number): A {
  const next = new (column.constructor as new (length: number) => A)(kept);
  for (let row = 0; row < column.length; row++) if (placeOf(row) >= 0) next[placeOf(row)] = column[row] ?? 0;
  return next;
}

const keepItems = (items: readonly (readonly [row: number, ...rest: unknown[]])[], placeOf: (row: number) => number): unknown[] =>
  items.flatMap(([row, ...rest]) => (placeOf(row) < 0 ? [] : [[placeOf(row), ...rest]]));

function keepIds({ rows, ids }: CallIds, placeOf: (row: number) => number): CallIds {
  const kept: CallIds = { rows: [], ids: [] };
  for (const [at, row] of rows.entries()) {
    if (placeOf(row) < 0) continue;
    kept.rows.push(placeOf(row));
    kept.ids.push(ids[at] ?? '');
  }
  return kept;
}
