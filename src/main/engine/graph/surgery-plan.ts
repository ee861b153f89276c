import type { EntryRow, SurgeryChange } from '../../../shared/model/index.ts';
import { DANGLING, Flag, has } from '../../../shared/model/vocabulary.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { walkChain } from '../formats/context/chain.ts';
import { gather, indexTree } from '../formats/context/gather.ts';
import { createLegal, type Legal } from '../formats/context/legal.ts';
import { activePath, type Transcript } from './check.ts';
import { legalityOf } from './legality.ts';

/** A parent in the copy: an entry that stays, null for a root, or the new summary. */
export type NewParent = number | null | 'summary';

/** What a copy will hold. Pure data, made of rows alone. */
export interface Plan {
  /** Entries that stay, in file order. */
  keep: readonly number[];
  /** Entries that hang on another parent than in the source. */
  parents: ReadonlyMap<number, NewParent>;
  /** What the new summary entry stands for, in reading order; null without one. */
  sources: readonly number[] | null;
  /** The last entry of the conversation that the copy continues from. */
  tip: number;
}

/**
 * What planning looks at. `refOf` is the id that a record of bookkeeping is about, where it is about one; `lastWins` has the kinds of which the
 * newest one counts, wherever it is.
 */
export interface Patient extends Transcript {
  refOf: (seq: number) => string | null;
  lastWins: ReadonlySet<string>;
}

/**
 * The entries of a copy, from ≤ number < to, that were written with contexts which the copy does not have: all after a new summary, or after the turns that were left out. Null for a prefix. Pure.
 */
export function sizesOf({ keep, sources }: Plan, change: SurgeryChange): { from: number; to: number } | null {
  if (change.op === 'fork-session') return null;
  const first = change.op === 'drop-span' ? keep.findIndex((seq) => seq > change.from) : 0;
  const added = sources === null ? 0 : 1;
  return first < 0 ? null : { from: first + 1, to: keep.length + added + 1 };
}

/** Throws TapeError('refused') with the reason, or 'not-found' for an entry that is not there. Pure. */
export function planSurgery(patient: Patient, change: SurgeryChange): Plan {
  const work = new Surgery(patient);
  if (change.op === 'fork-session') return work.fork(change.at);
  return change.op === 'drop-span' ? work.drop(change.from, change.to) : work.compact(change.keep);
}

class Surgery {
  private readonly patient: Patient;
  private readonly rows: ReadonlyMap<number, EntryRow>;
  private readonly ids: ReadonlyMap<string, number>;
  private readonly legal: Legal;

  constructor(patient: Patient) {
    this.patient = patient;
    this.rows = new Map(patient.rows.map((row) => [row.seq, row]));
    // If two entries have one id, children hang on the first.
    this.ids = new Map(patient.rows.toReversed().flatMap((row) => (row.id === null ? [] : [[row.id, row.seq] as const])));
    this.legal = createLegal(patient.linear);
    for (const row of patient.rows) this.legal.add(row);
  }

  /** The prefix up to `at`, with what hangs next to it and the bookkeeping that belongs to it. */
  fork(at: number): Plan {
    this.needLegal(at, 'fork');
    const path = this.pathTo(at, 'through');
    const last = path.reduce((most, seq) => Math.max(most, seq), at);
    const live = this.liveAround(path, last);
    const kept = (row: EntryRow): boolean => {
      if (row.seq > last) return false;
      if (row.id === null) return this.belongs(row, (seq) => live.has(seq));
      if (this.ids.get(row.id) !== row.seq) return false;
      return live.has(row.seq) || (isSide(row) && live.has(this.startOf(row)));
    };
    const plan = this.planned(kept, at, null);
    // A session that begins in the middle of another one: its first entry is where the copy begins.
    const roots = plan.keep.filter((seq) => this.rows.get(seq)?.parentSeq === DANGLING);
    return { ...plan, parents: new Map([...plan.parents, ...roots.map((seq) => [seq, null] as const)]) };
  }

  /** Whole turns out of the middle or from the front; what hangs below them goes up to the nearest entry that stays. */
  drop(from: number, to: number): Plan {
    this.needRow(from);
    this.needLegal(to, 'drop up to');
    const path = this.pathTo(to, 'stop');
    const start = path.indexOf(from);
    if (start < 0) throw refused(`Entry ${from} is not on the path to entry ${to}: they are not one span.`);
    this.needTurnStart(path.slice(0, start), from);
    const span = path.slice(start);
    if (span.some((seq) => has(this.rows.get(seq)?.flags ?? 0, Flag.Boundary | Flag.Summary)))
      throw refused('The span contains a compaction: everything after it builds on its summary.');
    const kept = this.patient.anchors.find((anchor) => anchor.compaction?.preserved.some((seq) => span.includes(seq)));
    if (kept) throw refused(`The compaction of entry ${kept.seq} kept entries of this span: without them its context would differ.`);
    const before = this.liveAround(path.slice(0, start), this.patient.rows.length);
    const gone = new Set([...this.liveAround(span, this.patient.rows.length)].filter((seq) => span.includes(seq) || !before.has(seq)));
    const stays = (row: EntryRow): boolean => {
      if (row.id === null) return this.belongs(row, (seq) => !gone.has(seq));
      return !gone.has(row.seq) && !(isSide(row) && gone.has(this.startOf(row)));
    };
    return this.planned(stays, path[start - 1] ?? 0, null);
  }

  /** The last `keep` turns of the active path, each from a person's prompt on, after one summary of everything before them. */
  compact(keep: number): Plan {
    const path = activePath(this.patient).map((row) => row.seq);
    const turns = path.flatMap((seq, at) => (isTurn(this.rows.get(seq)) ? [at] : []));
    const cut = turns.at(-keep) ?? 0;
    const [first, tip] = [path[cut], path.at(-1)];
    const said = path.slice(0, cut).some((seq) => isSpoken(this.rows.get(seq)));
    if (turns.length < keep || !said || first === undefined || tip === undefined) throw refused(nothingToCompact(turns.length, keep));
    if (this.rows.get(first)?.parentSeq !== path[cut - 1])
      throw refused(`Entry ${first} follows a compaction that kept a part of the conversation: there is no clean cut.`);
    const below = this.below(first);
    const live = new Set([...below, ...this.liveAround(path.slice(cut), this.patient.rows.length)]);
    const newest = this.newestOfKind(first);
    const stays = (row: EntryRow): boolean => {
      if (row.id === null) return row.seq < first ? newest.has(row.seq) : this.belongs(row, (seq) => live.has(seq));
      return live.has(row.seq) || (isSide(row) && row.seq > first && live.has(this.startOf(row)));
    };
    const read = gather(path.slice(0, cut), indexTree(this.rows, this.patient.rows.length + 1)).picks;
    const sources = read.map(({ seq }) => seq).filter((seq) => isSpoken(this.rows.get(seq)));
    const plan = this.planned(stays, tip, sources);
    return { ...plan, parents: new Map([...plan.parents, [first, 'summary']]) };
  }

  private planned(stays: (row: EntryRow) => boolean, tip: number, sources: readonly number[] | null): Plan {
    const rows = this.patient.rows.filter(stays);
    const keep = new Set(rows.map((row) => row.seq));
    const parents = new Map<number, NewParent>();
    for (const row of rows) {
      const { parentSeq } = row;
      if (parentSeq === null || parentSeq === DANGLING || keep.has(parentSeq)) continue;
      parents.set(row.seq, this.nearest(parentSeq, keep) ?? (sources === null ? null : 'summary'));
    }
    return { keep: [...keep], parents, sources, tip };
  }

  /** The first ancestor that stays, the entry itself included. */
  private nearest(from: number, keep: ReadonlySet<number>): number | null {
    const seen = new Set<number>();
    for (let at: number | null = from; at !== null && at !== DANGLING && !seen.has(at); at = this.rows.get(at)?.parentSeq ?? null) {
      if (keep.has(at)) return at;
      seen.add(at);
    }
    return null;
  }

  private pathTo(seq: number, past: 'stop' | 'through'): number[] {
    const start = this.needRow(seq);
    const { path } = walkChain({ start, rows: this.rows, anchors: this.patient.anchors, from: 1, floor: 1, past });
    return [...path, seq];
  }

  /** The path and what the agent had in memory next to it, written up to entry `last`. */
  private liveAround(path: readonly number[], last: number): Set<number> {
    return new Set([...path, ...gather(path, indexTree(this.rows, last + 1)).live]);
  }

  /** A record of bookkeeping stays unless what it is about goes. */
  private belongs(row: EntryRow, stays: (seq: number) => boolean): boolean {
    const ref = this.patient.refOf(row.seq);
    const about = ref === null ? undefined : this.ids.get(ref);
    return about === undefined || stays(about);
  }

  private newestOfKind(before: number): Set<number> {
    const newest = new Map<string, number>();
    for (const row of this.patient.rows)
      if (row.seq < before && row.id === null && this.patient.lastWins.has(row.kind)) newest.set(row.kind, row.seq);
    return new Set(newest.values());
  }

  /** Everything that hangs below an entry, itself included. */
  private below(first: number): Set<number> {
    const found = new Set([first]);
    // A result may come before its call in the file, so once through is not always enough.
    for (let size = 0; size < found.size; ) {
      size = found.size;
      for (const row of this.patient.rows) if (row.parentSeq !== null && found.has(row.parentSeq)) found.add(row.seq);
    }
    return found;
  }

  /** The entry of the main conversation after which a sub-agent in the same file began. */
  private startOf(row: EntryRow): number {
    for (let at = (row.origin ?? row.seq) - 1; at > 0; at -= 1) {
      const before = this.rows.get(at);
      if (before && before.id !== null && !isSide(before)) return at;
    }
    return 0;
  }

  private needRow(seq: number): EntryRow {
    const row = this.rows.get(seq);
    if (!row) throw new TapeError('not-found', `This tape has no entry ${seq}; it has ${this.patient.rows.length}.`);
    return row;
  }

  private needLegal(seq: number, what: string): void {
    this.needRow(seq);
    const { reason } = legalityOf(this.legal, seq, (named) => this.rows.get(named));
    if (reason !== null) throw refused(`You cannot ${what} entry ${seq}. ${reason}`.replace('fork entry', 'fork at entry'));
  }

  /** Progress of a hook is written between turns too: what counts is the entry that it reports on. */
  private needTurnStart(above: readonly number[], from: number): void {
    const before = above.findLast((seq) => !has(this.rows.get(seq)?.flags ?? 0, Flag.Progress)) ?? 0;
    if (before === 0) return;
    const { reason } = legalityOf(this.legal, before, (named) => this.rows.get(named));
    if (reason !== null) throw refused(`A span begins with a turn, and entry ${from} is inside one. ${reason}`);
  }
}

const refused = (sentence: string): TapeError => new TapeError('refused', sentence);

/** A person's prompt begins a turn; one that was typed while the model worked is part of the turn that it interrupts. */
const isTurn = (row: EntryRow | undefined): boolean =>
  row !== undefined && has(row.flags, Flag.Prompt) && !has(row.flags, Flag.Queued | Flag.Sidechain);

const nothingToCompact = (turns: number, keep: number): string =>
  turns === 0
    ? 'The active path has no prompt of a person since its beginning or its last compaction: no turn can be kept.'
    : `The active path has ${turns} ${turns === 1 ? 'turn' : 'turns'} since its beginning: keeping ${keep} leaves nothing to compact.`;

const isSide = (row: EntryRow): boolean => has(row.flags, Flag.Sidechain);
const isSpoken = (row: EntryRow | undefined): boolean => row !== undefined && (row.role !== null || has(row.flags, Flag.Sent));
