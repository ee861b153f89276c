import { bisect } from '../../../shared/model/bisect.ts';
import type { AnchorRow, EntryRow, StepRow, TapeRow } from '../../../shared/model/index.ts';
import { DANGLING, Flag, has } from '../../../shared/model/vocabulary.ts';
import type { Catalog } from '../catalog/types.ts';
import { sameSide } from '../formats/context/rows.ts';
import { rulesOf } from '../formats/rules.ts';
import { stepsOf } from './steps-of.ts';

/** Where a branch is looked up: the catalog, or rows that are at hand. */
export interface BranchSource {
  tape: TapeRow;
  /** In file order. */
  compactions: readonly AnchorRow[];
  /** Entries that issue a call. */
  callsOf(call: string): readonly number[];
  row(seq: number): EntryRow | null;
  /** Entries with from ≤ seq < to, ascending. */
  entries(from: number, to: number): readonly EntryRow[];
  step(step: number): StepRow;
  /** Steps from `from` on, at most `limit`. */
  steps(from: number, limit: number): readonly StepRow[];
}

/** Entries and steps that are looked at together. */
export const WINDOW = 256;

/** A request of the same side: a sub-agent's work inside a file has contexts of its own, and a synthetic answer had none. */
export function isRequestBy(row: Pick<EntryRow, 'flags'>): (step: StepRow) => boolean {
  return (step) => !step.synthetic && step.sidechain === has(row.flags, Flag.Sidechain);
}

/** Reads the catalog of one tape. */
export function branchSource(catalog: Catalog, tape: TapeRow, anchors: readonly AnchorRow[]): BranchSource {
  const own = stepsOf(catalog, tape.id);
  return {
    tape,
    compactions: anchors.filter(({ type }) => type === 'compaction'),
    callsOf: (call) => catalog.tool(tape.id, call).calls,
    row: (seq) => catalog.entriesAt(tape.id, [seq])[0] ?? null,
    entries: (from, to) => catalog.entries(tape.id, from, to),
    step: own.step,
    steps: (from, limit) => own.steps(from, from + limit - 1),
  };
}

/** A request to look from: of a step, or one that was not made and would continue from `leaf`. */
type From = Pick<StepRow, 'first' | 'sidechain' | 'origin'> & { step: number | null; leaf?: EntryRow };

/**
 * The request before another one on its own branch; null at the first one of the branch. In a list it is the one written before it. A step
 * after a compaction follows the last request that was compacted; a sub-agent's work inside a file begins with its own first request.
 */
export function requestBefore(source: BranchSource, from: From): StepRow | null {
  const row = from.leaf ?? source.row(from.first);
  if (row === null || isListed(source, row)) return lastRequestUpTo(source, from.first - 1, from);
  return from.step === null ? (requestOf(source, row, row.seq + 1) ?? requestAbove(source, row)) : requestAbove(source, row);
}

/** Entries of a list have ids in some formats, and no parents: the order of writing tells what each follows. */
export function isListed({ tape }: BranchSource, { id, parentSeq }: EntryRow): boolean {
  return id === null || (parentSeq === null && !rulesOf(tape.format).tree);
}

/** The newest request above an entry on its branch; null where the branch begins. */
export function requestAbove(source: BranchSource, row: EntryRow): StepRow | null {
  if (isListed(source, row)) return lastRequestUpTo(source, row.seq - 1, { sidechain: has(row.flags, Flag.Sidechain) });
  const seen = new Set<number>([row.seq]);
  let at: EntryRow | null = row;
  for (;;) {
    const above: number | null = aboveOf(source, at);
    if (above === null || seen.has(above)) return null;
    seen.add(above);
    at = source.row(above);
    if (at === null) return null;
    const found = at.step === row.step ? null : requestOf(source, at, row.seq);
    if (found && isRequestBy(row)(found)) return found;
  }
}

/** The request that an entry is an answer to, where one was made, and before an entry. */
export function requestOf(source: BranchSource, { step, role }: EntryRow, before: number): StepRow | null {
  const found = step === null || role !== 'assistant' ? null : source.step(step);
  return found && !found.synthetic && found.first < before ? found : null;
}

/** What side a request is of, and its own number where it has one. */
type Side = { sidechain: boolean; origin?: number | null; step?: number | null };

/** The newest request that began at an entry or before it, wherever it hangs. Sub-agents of a list are told apart by where they begin. */
export function lastRequestUpTo(source: BranchSource, seq: number, side: Side): StepRow | null {
  const isIt = (step: StepRow): boolean =>
    !step.synthetic && step.sidechain === side.sidechain && (side.origin === undefined || !side.sidechain || step.origin === side.origin);
  // Nearly always the one before.
  let window = 8;
  for (let to = side.step == null ? stepsUpTo(source, seq) : side.step - 1; to >= 1; ) {
    const from = Math.max(1, to - window + 1);
    const found = source.steps(from, to - from + 1).findLast(isIt);
    if (found) return found;
    to = from - 1;
    window = WINDOW;
  }
  return null;
}

/** How many steps begin at an entry or before it; they are numbered as they began. Found by halving. */
export function stepsUpTo({ tape, step }: Pick<BranchSource, 'step'> & { tape: Pick<TapeRow, 'steps'> }, seq: number): number {
  let [low, high] = [0, tape.steps];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (step(middle).first <= seq) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * The entry that another one follows on its branch: its parent; of a compaction the last entry that was compacted. A parent that was never written
 * is made up for as the chain of a view does it (`chain.ts`): by the answered call, or else by the order of writing.
 */
export function aboveOf(source: BranchSource, row: EntryRow): number | null {
  const compaction = newestUpTo(source.compactions, row.seq);
  if (compaction?.seq === row.seq) return compaction.compaction?.logicalParent ?? lastNodeBefore(source, row);
  if (row.parentSeq === DANGLING) return callOf(source, row) ?? lastNodeBefore(source, row);
  if (!compaction || row.parentSeq === null || !keeps(compaction, row.parentSeq)) return row.parentSeq;
  // What a compaction kept was compacted with the rest: its branch continues from the compaction, unless that is itself a node below what it kept.
  return (source.row(compaction.seq)?.parentSeq ?? null) === null ? compaction.seq : row.parentSeq;
}

const keeps = ({ seq, compaction }: AnchorRow, parent: number): boolean => parent < seq && compaction?.preserved.includes(parent) === true;

/** By halving: a long session has hundreds. */
const newestUpTo = (compactions: readonly AnchorRow[], seq: number): AnchorRow | null => {
  return compactions[bisect(0, compactions.length, (at) => (compactions[at]?.seq ?? 0) > seq) - 1] ?? null;
};

const callOf = ({ callsOf }: BranchSource, { results, seq }: EntryRow): number | null =>
  results.flatMap((call) => callsOf(call)).findLast((call) => call < seq) ?? null;

/** What comes before an entry that does not say so: the last entry of the tree on the same side. */
const lastNodeBefore = ({ entries }: BranchSource, row: EntryRow): number | null => {
  for (let to = row.seq; to > 1; to -= WINDOW) {
    const found = entries(Math.max(1, to - WINDOW), to).findLast((one) => one.id !== null && sameSide(one, row));
    if (found) return found.seq;
  }
  return null;
};
