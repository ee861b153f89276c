import type { Sends } from '../../../shared/model/index.ts';
import { Flag } from '../../../shared/model/vocabulary.ts';
import { differenceTo, type Sent, sentBy } from '../formats/context/sent-list.ts';
import { type Batch, type CallIds, COLUMNS, NO_PARENT } from '../pages/batch.ts';
import { decodeIds, encodeIds } from '../pages/id-column.ts';
import type { Repeats } from './repeat-names.ts';
import type { Work } from './state.ts';

type Column = Float64Array | Uint32Array | Uint16Array | Uint8Array | Int32Array;

/** Lists of what few rows have, each item with its row first. */
const LISTS = [
  ...(['far', 'lists', 'sends', 'prompts', 'positional', 'bounds', 'writers', 'parts', 'twins'] as const),
  ...(['corrections', 'costs', 'told'] as const),
] satisfies (keyof Batch)[];

/** Removes rows from a batch: row `r` becomes row `moved[r] - 1` of `kept`, and is gone where `moved[r]` is 0. The order stays. */
function keepRows(batch: Batch, moved: Uint32Array, kept: number): void {
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

/** With this many requests the next one is compared: agents that work side by side take turns. */
const COMPARED = 8;

/**
 * Removes the rows of a batch that hold a block which the tape already has, and turns the names of what requests sent into entries. An answer is
 * always an entry: one that says again what was said before is marked as its twin. However a source is cut, the same rows stay.
 */
export function foldRepeats(work: Work, batch: Batch): void {
  const { rows, ids } = batch.blocks;
  if (rows.length === 0 && batch.lists.length === 0) return;
  const { first } = work.repeats;
  const names = new Map(rows.map((row, at) => [row, ids[at] ?? '']));
  const lists = new Map(batch.lists);
  const moved = new Uint32Array(batch.count);
  let kept = 0;
  for (let row = 0; row < batch.count; row++) {
    const name = names.get(row);
    const known = name === undefined ? undefined : first.get(name);
    if (known !== undefined && (batch.step[row] ?? 0) === 0) continue;
    const seq = work.state.entries + kept + 1;
    if (known !== undefined) markTwin(batch, row, known);
    else if (name !== undefined) first.set(name, seq);
    const list = lists.get(row);
    if (list !== undefined) batch.sends.push([row, addList(work.repeats, seq, list)]);
    kept += 1;
    moved[row] = kept;
  }
  keepRows(batch, moved, kept);
}

function markTwin(batch: Batch, row: number, known: number): void {
  batch.flags[row] = ((batch.flags[row] ?? 0) & ~Flag.Sent) | Flag.Twin | Flag.Sidecar;
  batch.twins.push([row, known]);
}

function addList(repeats: Repeats, seq: number, names: readonly string[]): Sends {
  const list = names.flatMap((name) => repeats.first.get(name) ?? []);
  repeats.newest ??= newestIn(repeats.sends);
  const { sends, depth } = differenceTo(repeats.newest, list);
  repeats.sends.set(seq, sends);
  repeats.newest.push({ seq, list, depth });
  if (repeats.newest.length > COMPARED) repeats.newest.shift();
  return sends;
}

const newestIn = (sends: Repeats['sends']): Sent[] =>
  [...sends.keys()]
    .sort((a, b) => a - b)
    .slice(-COMPARED)
    .map((seq) => ({ seq, list: sentBy(seq, (one) => sends.get(one)) ?? [], depth: depthOf(seq, sends) }));

function depthOf(seq: number, sends: Repeats['sends']): number {
  let depth = 0;
  for (let base = sends.get(seq)?.base ?? null; base !== null; base = sends.get(base)?.base ?? null) depth += 1;
  return depth;
}
