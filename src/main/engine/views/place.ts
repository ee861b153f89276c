import { figure } from '../../../shared/model/figure.ts';
import type { EntryRow, StepRow, TapeRow } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Catalog } from '../catalog/types.ts';

/** A place to ask from: a step of the log, the next request, or the request that would follow an entry. */
export type Place = { step: number } | { next: true } | { after: number };

/** The place in the input of a call, which names exactly one. */
export function placeOf({ step, next, after }: { step?: number | undefined; next?: true | undefined; after?: number | undefined }): Place {
  if (step !== undefined) return { step };
  return after === undefined || next ? { next: true } : { after };
}

/** What a context is asked for: a step, or a request that was not made. Plain data. */
export type PlaceRow = Omit<StepRow, 'step'> & {
  /** Null for a request that was not made. */
  step: number | null;
  /** The place that a request which was not made was asked from. */
  asked?: { next: true } | { after: number };
  /** The entry that such a request would continue from, where entries name their parents. */
  leaf?: EntryRow;
};

/** Rows that are looked at together while a leaf is searched. */
const WINDOW = 256;

/** Resolves a place of a tape. Throws TapeError('not-found') for a step or an entry that is not there. */
export function placeIn(catalog: Catalog, tape: TapeRow, place: Place, { tree }: { tree: boolean }): PlaceRow {
  if ('step' in place) return catalog.step(tape.id, place.step);
  const after = 'after' in place ? place.after : tape.entries;
  if (after > tape.entries)
    throw new TapeError('not-found', `This tape has ${figure(tape.entries)} entries; there is no entry ${figure(after)}.`);
  const leaf = tree ? leafAt(catalog, tape, after, 'after' in place) : null;
  const sidechain = leaf !== null && has(leaf.flags, Flag.Sidechain);
  const before = requestUpTo(catalog, tape.id, after, { sidechain, origin: leaf?.origin ?? null });
  return {
    ...{ step: null, first: after + 1, last: after, line: 0, time: null, usage: null, synthetic: false, failed: false },
    ...{ model: before?.model ?? null, sidechain, origin: leaf?.origin ?? null },
    ...{ asked: 'after' in place ? { after } : { next: true }, ...(leaf && { leaf }) },
  };
}

/**
 * The entry that the agent would continue from. An entry that was named is one itself; bookkeeping is none, and at the head of a
 * session the newest entry of the conversation is meant, never one of a sub-agent inside the same file.
 */
const leafAt = (catalog: Catalog, tape: TapeRow, upTo: number, named: boolean): EntryRow | null => {
  if (named) {
    const [row] = catalog.entriesAt(tape.id, [upTo]);
    if (row && row.id !== null && !has(row.flags, Flag.Sidecar)) return row;
  }
  const inside = tape.relation === 'sub-agent';
  const isLeaf = (row: EntryRow): boolean =>
    row.id !== null && !has(row.flags, Flag.Sidecar | Flag.Progress) && (inside || !has(row.flags, Flag.Sidechain));
  for (let to = upTo + 1; to > 1; to -= WINDOW) {
    const found = catalog.entries(tape.id, Math.max(1, to - WINDOW), to).findLast(isLeaf);
    if (found) return found;
  }
  return null;
};

/** How many steps begin at an entry or before it. Found by halving. */
export function stepsUpTo(catalog: Catalog, tape: Pick<TapeRow, 'id' | 'steps'>, seq: number): number {
  let [low, high] = [0, tape.steps];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (catalog.step(tape.id, middle).first <= seq) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The newest request that begins at an entry or before it, on the main chain or in a sub-agent. */
const requestUpTo = (catalog: Catalog, id: string, seq: number, side: Side): StepRow | null =>
  newestOf(catalog, id, stepsUpTo(catalog, catalog.tape(id), seq), side);

type Side = Pick<StepRow, 'sidechain' | 'origin'>;

const newestOf = (catalog: Catalog, tape: string, upTo: number, side: Side): StepRow | null => {
  for (let to = upTo + 1; to > 1; to -= WINDOW) {
    const from = Math.max(1, to - WINDOW);
    const found = catalog.steps(tape, from, to - from).items.findLast((step) => !step.synthetic && isSameSide(step, side));
    if (found) return found;
  }
  return null;
};

const isSameSide = (step: StepRow, { sidechain, origin }: Side): boolean =>
  step.sidechain === sidechain && (!sidechain || step.origin === origin);

/** The request before another one, on the main chain or in a sub-agent alike: its context is compared with that one. */
export function requestBefore(catalog: Catalog, tape: string, row: PlaceRow): StepRow | null {
  return row.step === null ? requestUpTo(catalog, tape, row.first - 1, row) : newestOf(catalog, tape, row.step - 1, row);
}

/** What stands in the place of the entry that a request which was not made would be answered with: the walk up a chain begins there. */
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
