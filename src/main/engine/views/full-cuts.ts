import type { AnchorRow, EntryRow } from '../../../shared/model/index.ts';
import { DANGLING, Flag, has } from '../../../shared/model/vocabulary.ts';
import { createLastPlaces } from './last-places.ts';

/** What the entries before a request hang on: its chain begins at `start`. */
export interface Cuttable {
  /** The entries before `first`, in file order. */
  runs: Iterable<readonly EntryRow[]>;
  first: number;
  anchors: readonly AnchorRow[];
  start: EntryRow | undefined;
  /** By how much a queue of prompts is longer after an entry; null where none matters. */
  queued: ((row: EntryRow) => number) | null;
  /** Entries that a stretch has at least. */
  length: number;
}

/** A request whose own entry names no parent, in a file where entries do: nothing is followed. */
export function isLoose(start: EntryRow | undefined): boolean {
  return start === undefined || (start.id === null && start.parentSeq === null);
}

/** By entry, whether a stretch may begin there: after its parent, or after nothing. */
const NEVER = 0;
const BELOW = 1;
const LOOSE = 2;

/**
 * Where the entries before a request fall into stretches that can be judged one by one: each begins with an answer that alone hangs on what
 * came before. Lines of one answer, a call with its results, a compaction with what it names, and a guess at a parent that was never written with what is
 * guessed are never parted, nor is a prompt from where it left its queue. Ascending; the first stretch begins at 1.
 */
export function cutsIn({ runs, first, anchors, start, queued, length }: Cuttable): number[] {
  const [across, span] = createSpans(first);
  const may = new Uint8Array(first + 1);
  const ties = createTies(anchors, span, queued);
  const side = has(start?.flags ?? 0, Flag.Sidechain);
  for (const rows of runs)
    for (const row of rows) {
      ties.tie(row);
      may[row.seq] = isLoose(start) ? LOOSE : !ties.isCompaction(row) && mayBegin(row, side) ? BELOW : NEVER;
    }
  const cuts = [1];
  for (let seq = 1, open = 0, last = 1; seq < first; seq += 1) {
    open += across[seq] ?? 0;
    const edges = may[seq] === BELOW ? 1 : 0;
    if (may[seq] === NEVER || open !== edges || seq - last < length) continue;
    cuts.push(seq);
    last = seq;
  }
  return cuts;
}

/** An answer below another entry, on the side of the request; whether it is in context shows in its reason, so that it has no other one. */
const mayBegin = ({ seq, id, role, parentSeq, flags }: EntryRow, side: boolean): boolean =>
  id !== null &&
  role === 'assistant' &&
  parentSeq !== null &&
  parentSeq > 0 &&
  parentSeq < seq &&
  has(flags, Flag.Sidechain) === side &&
  !has(flags, Flag.Sidecar | Flag.Excluded);

type Span = (from: number, to: number) => void;

/** Counts by entry how many spans go across the place before it; as differences, so that a span costs two writes. */
const createSpans = (first: number): [Int32Array, Span] => {
  const across = new Int32Array(first + 2);
  const add = (at: number, by: number): void => {
    if (at < across.length) across[at] = (across[at] ?? 0) + by;
  };
  const span = (from: number, to: number): void => {
    if (from <= 0 || from >= to) return;
    add(from + 1, 1);
    add(to + 1, -1);
  };
  return [across, span];
};

/** Spans from each entry to what is decided together with it. */
const createTies = (anchors: readonly AnchorRow[], span: Span, queued: Cuttable['queued']) => {
  const by = new Map(anchors.map((anchor) => [anchor.seq, anchor]));
  const [ids, answers] = [createLastPlaces(), createLastPlaces()];
  /** The newest entry of a chain on each side. */
  const nodes: [number, number] = [0, 0];
  const guess = (seq: number): void => span(Math.min(nodes[0] || seq, nodes[1] || seq), seq);
  const isCompaction = ({ seq }: EntryRow): boolean => by.get(seq)?.type === 'compaction';
  const tieAnchor = (row: EntryRow): void => {
    const { compaction = null } = by.get(row.seq) ?? {};
    for (const call of compaction?.clearedCalls ?? []) span(ids.moved(call, row.seq), row.seq);
    if (!isCompaction(row)) return;
    const { logicalParent = null, summary = null, preserved = [] } = compaction ?? {};
    if (logicalParent === null) guess(row.seq);
    for (const seq of [logicalParent ?? row.seq, summary ?? row.seq, ...preserved]) span(Math.min(seq, row.seq), Math.max(seq, row.seq));
  };
  /** Prompts that wait, and the newest entry that changed how many. */
  let [waiting, changed] = [0, 0];
  const tieQueue = (row: EntryRow): void => {
    const by = queued?.(row) ?? 0;
    if (by === 0) return;
    if (waiting > 0) span(changed, row.seq);
    [waiting, changed] = [Math.max(0, waiting + by), row.seq];
  };
  const tie = (row: EntryRow): void => {
    tieQueue(row);
    const { seq, parentSeq } = row;
    if (by.has(seq)) tieAnchor(row);
    if (parentSeq === DANGLING) guess(seq);
    else if (parentSeq !== null) span(Math.min(parentSeq, seq), Math.max(parentSeq, seq));
    for (const call of row.calls) span(ids.moved(call, seq), seq);
    for (const call of row.results) span(ids.moved(call, seq), seq);
    if (row.role === 'assistant' && row.step !== null) span(answers.moved(String(row.step), seq), seq);
    if (row.id !== null) nodes[has(row.flags, Flag.Sidechain) ? 1 : 0] = seq;
  };
  return { tie, isCompaction };
};
