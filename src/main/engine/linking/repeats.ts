import type { Sends } from '../../../shared/model/index.ts';
import { Flag } from '../../../shared/model/vocabulary.ts';
import { differenceTo, type Sent, sentBy } from '../formats/context/sent-list.ts';
import type { Batch } from '../pages/batch.ts';
import { keepRows } from './keep-rows.ts';
import type { Repeats } from './repeat-names.ts';
import type { Work } from './state.ts';

/** With so many requests the next one is compared: agents that work side by side take turns. */
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
