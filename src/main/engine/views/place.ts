import { isAgentTape } from '../../../shared/library/names.ts';
import { figure } from '../../../shared/model/figure.ts';
import type { EntryRow } from '../../../shared/model/index.ts';
import type { Place } from '../../../shared/model/place.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { PlaceRow } from '../formats/context/place-row.ts';
import { type BranchSource, requestBefore } from './branch-source.ts';

/** Rows that are looked at together while a leaf is searched. */
const WINDOW = 256;

/** Resolves a place of a tape. Throws TapeError('not-found') for a step or an entry that is not there. */
export function placeIn(source: BranchSource, place: Place, { tree }: { tree: boolean }): PlaceRow {
  if ('step' in place) return source.step(place.step);
  const { tape } = source;
  const after = 'after' in place ? place.after : tape.entries;
  if (after > tape.entries)
    throw new TapeError('not-found', `This tape has ${figure(tape.entries)} entries; there is no entry ${figure(after)}.`);
  const leaf = tree ? leafAt(source, after, 'after' in place) : null;
  const sidechain = leaf !== null && has(leaf.flags, Flag.Sidechain);
  const at = { step: null, first: after + 1, sidechain, origin: leaf?.origin ?? null };
  const before = requestBefore(source, { ...at, ...(leaf && { leaf }) });
  return {
    ...at,
    ...{ last: after, line: 0, time: null, usage: null, synthetic: false, failed: false, model: before?.model ?? null },
    ...{ asked: 'after' in place ? { after } : { next: true }, ...(leaf && { leaf }) },
  };
}

/**
 * The entry that the agent would continue from. An entry that was named is one itself; bookkeeping without an id is none, and at the head of a
 * session the newest entry of the conversation is meant, never one of a sub-agent inside the same file.
 */
const leafAt = ({ tape, row: rowAt, entries }: BranchSource, upTo: number, named: boolean): EntryRow | null => {
  if (named) {
    const row = rowAt(upTo);
    if (row && row.id !== null) return row;
  }
  const inside = isAgentTape(tape);
  const isLeaf = (row: EntryRow): boolean =>
    row.id !== null && !has(row.flags, Flag.Progress) && (inside || !has(row.flags, Flag.Sidechain));
  for (let to = upTo + 1; to > 1; to -= WINDOW) {
    const found = entries(Math.max(1, to - WINDOW), to).findLast(isLeaf);
    if (found) return found;
  }
  return null;
};

/** What is in the place of the entry that a request which was not made would be answered with: the walk up a chain begins there. */
export function startOf({ leaf, first, sidechain, origin }: PlaceRow): EntryRow[] {
  if (leaf === undefined) return [];
  const flags = sidechain ? Flag.Sidechain : 0;
  return [
    {
      ...{ seq: first, kind: 'message', role: 'assistant', time: null, line: 0, offset: 0, length: 0, id: null },
      ...{ parentSeq: leaf.seq, danglingParent: null, step: null, origin, flags, label: '', chars: 0, calls: [], results: [] },
    },
  ];
}
