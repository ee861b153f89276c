import type { AnchorRow, EntryRow } from '../../../../shared/model/index.ts';
import { DANGLING } from '../../../../shared/model/vocabulary.ts';
import { sameSide } from './rows.ts';
import type { Finding } from './selection.ts';

/** How a chain is followed past a compaction: as the agent did, or through it to where the session began. */
export type Past = 'stop' | 'through';

export interface ChainInput {
  /** The entry whose context is asked for. */
  start: EntryRow;
  rows: ReadonlyMap<number, EntryRow>;
  anchors: readonly AnchorRow[];
  /** Entries before this one are not looked at. */
  from: number;
  /** Entries before this one do not belong to the context, whatever names them as a parent. */
  floor: number;
  past: Past;
}

export interface Chain {
  /** From the origin to the parent of `start`, in the order in which the model reads it. */
  path: number[];
  /** Entries of `path` that a compaction carried over its summary. */
  kept: ReadonlySet<number>;
  /** The compaction that the path begins at. */
  boundary: AnchorRow | null;
  findings: Finding[];
  /** The chain continues before `from`: the caller has to load more. */
  incomplete: boolean;
}

/**
 * Follows parents from a step back to its origin. Three things are no plain parent edge: a
 * boundary has none; entries after a preserved segment name the tail of that segment, which comes before the boundary;
 * and some files name parents that were never written, where the answered call says what came before, or else the order of writing (what an agent that
 * started again made of such a file is in `resumed.ts`).
 */
export function walkChain(input: ChainInput): Chain {
  const walk = new Walk(input);
  walk.run();
  return { path: walk.back.toReversed(), kept: walk.kept, boundary: walk.boundary, findings: walk.findings, incomplete: walk.incomplete };
}

class Walk {
  readonly back: number[] = [];
  readonly kept = new Set<number>();
  readonly findings: Finding[] = [];
  boundary: AnchorRow | null = null;
  incomplete = false;
  private readonly input: ChainInput;
  private readonly seen = new Set<number>();
  /** Those that the walk can meet, in file order. */
  private readonly compactions: readonly AnchorRow[];

  constructor(input: ChainInput) {
    this.input = input;
    this.compactions = input.anchors.filter((anchor) => anchor.seq >= input.from && anchor.type === 'compaction');
  }

  run(): void {
    let child = this.input.start;
    this.seen.add(child.seq);
    for (;;) {
      const next = this.above(child);
      if (next === null || this.seen.has(next)) return;
      const row = this.input.rows.get(next);
      if (next < this.input.floor) return;
      if (!row) {
        this.incomplete = next < this.input.from;
        return;
      }
      this.take(next);
      child = row;
    }
  }

  private take(seq: number): void {
    if (this.seen.has(seq)) return;
    this.seen.add(seq);
    this.back.push(seq);
  }

  /** The entry before `child`, or null where the context begins. */
  private above(child: EntryRow): number | null {
    const compaction = this.newestUpTo(child.seq);
    if (compaction?.seq === child.seq) return this.aboveBoundary(compaction);
    if (child.parentSeq === DANGLING) return this.mend(child);
    if (child.parentSeq === null) return null;
    const behind = this.crossed(child, child.parentSeq);
    return behind ? this.behindSegment(behind, child.parentSeq) : child.parentSeq;
  }

  private aboveBoundary(compaction: AnchorRow): number | null {
    if (this.beginsAt(compaction)) {
      this.boundary = compaction;
      if (this.kept.size === 0) this.keepBehindSummary(compaction);
      return null;
    }
    if (compaction.seq <= this.input.floor) return null;
    const named = compaction.compaction?.logicalParent ?? null;
    if (named !== null) return named;
    const before = this.lastBefore(compaction.seq, this.input.start);
    this.findings.push({ type: 'lost-logical-parent', name: compaction.name, line: before?.line ?? null });
    return before?.seq ?? null;
  }

  /** The context begins at this compaction, and so with what it kept. */
  private beginsAt({ seq }: AnchorRow): boolean {
    return this.input.past === 'stop' || (seq === this.input.floor && seq > 1);
  }

  /** What comes before an entry that does not say so: the last entry of the tree on the same side. A walk goes through each number once. */
  private lastBefore(behind: number, of: EntryRow): EntryRow | null {
    for (let seq = behind - 1; seq >= 1; seq -= 1) {
      const row = this.input.rows.get(seq);
      if (row && row.id !== null && sameSide(row, of)) return row;
    }
    return null;
  }

  /** The newest compaction between an entry and its parent, if the parent is one of the entries that it kept. */
  private crossed(child: EntryRow, parent: number): AnchorRow | null {
    const newest = this.newestUpTo(child.seq);
    if (!newest || newest.seq <= parent) return null;
    if (newest.compaction?.preserved.includes(parent)) return newest;
    if (newest.compaction?.preserved.length === 0)
      this.findings.push({ type: 'crossed-compaction', seq: child.seq, line: child.line, boundary: newest.seq, parent: this.idOf(parent) });
    return null;
  }

  /** Found by halving: a long session has hundreds, and every edge asks. */
  private newestUpTo(seq: number): AnchorRow | null {
    let low = 0;
    let high = this.compactions.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.compactions[middle]?.seq ?? 0) <= seq) low = middle + 1;
      else high = middle;
    }
    return this.compactions[low - 1] ?? null;
  }

  private idOf(seq: number): string | null {
    return this.input.rows.get(seq)?.id ?? null;
  }

  /** Through the kept entries to their head, then to the summary, then to the boundary. */
  private behindSegment(compaction: AnchorRow, parent: number): number | null {
    const preserved = compaction.compaction?.preserved ?? [];
    const summary = compaction.compaction?.summary ?? null;
    if (!this.beginsAt(compaction)) {
      if (summary !== null) this.take(summary);
      this.take(compaction.seq);
      return parent;
    }
    for (const seq of preserved.slice(0, preserved.indexOf(parent) + 1).toReversed()) this.keep(seq);
    if (summary !== null) this.take(summary);
    return compaction.seq;
  }

  private keep(seq: number): void {
    this.take(seq);
    this.kept.add(seq);
  }

  /** Some writers chain from the summary although they kept a segment: it then is right after the summary. */
  private keepBehindSummary(compaction: AnchorRow): void {
    const { preserved = [], summary = null } = compaction.compaction ?? {};
    const at = this.back.indexOf(summary ?? -1);
    if (preserved.length === 0 || at < 0) return;
    for (const seq of preserved) this.seen.add(seq);
    for (const seq of preserved) this.kept.add(seq);
    this.back.splice(at, 0, ...preserved.toReversed());
  }

  /** Above an entry whose parent was never written: the call that it answers, or whatever was written before it. */
  private mend(child: EntryRow): number | null {
    const parent = child.danglingParent ?? 'unknown';
    const call = child.results.length > 0 ? this.callOf(child) : null;
    const above = call ?? this.lastBefore(child.seq, child);
    if (call) this.findings.push({ type: 'mended-chain', seq: child.seq, line: child.line, parent, at: call.line });
    else this.findings.push({ type: 'broken-chain', seq: child.seq, line: child.line, parent, at: above?.line ?? null });
    return above?.seq ?? null;
  }

  private callOf(result: EntryRow): EntryRow | null {
    let found: EntryRow | null = null;
    for (const row of this.input.rows.values())
      if (row.seq < result.seq && row.calls.some((call) => result.results.includes(call)) && (!found || row.seq > found.seq)) found = row;
    return found;
  }
}
