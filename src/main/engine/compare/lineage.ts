import type { EntryRow } from '../../../shared/model/index.ts';
import type { Place } from '../../../shared/model/place.ts';
import { asks, Flag, has } from '../../../shared/model/vocabulary.ts';
import { walkChain } from '../formats/context/chain.ts';
import { sameSide } from '../formats/context/rows.ts';
import { type Decided, decide } from '../views/assemble.ts';
import { conserve } from '../views/conserve.ts';
import { startOf } from '../views/place.ts';
import type { Rim } from '../views/rim.ts';

/**
 * Where a context comes from: the chain of entries from the beginning to the answer of a step, through all compactions. A request that was
 * not made has no answer: its chain ends with the entry that it would continue from.
 */
export interface Lineage {
  decided: Decided;
  /** The chain in order, the step's own entries at the end. */
  path: readonly EntryRow[];
  /** What was read or written on the way, in the order in which a model reads it: the chain and what hangs next to it. */
  picks: readonly EntryRow[];
  /** Entries name their parents by id: two files may hold the same ones. */
  tree: boolean;
}

/** Costs what the tape weighs up to the place. Throws TapeError('not-found') for an unknown tape, step or entry. */
export function lineageOf(rim: Rim, tape: string, place: Place): Lineage {
  const decided = decide(rim, tape, place, { type: 'full' });
  const { material, selection, source } = decided;
  const made = decided.step.step !== null;
  const during = source.entries(decided.step.first, decided.step.last + 1);
  const own = made ? during.filter((row) => row.step === decided.step.step) : [];
  const [start] = made ? own : startOf(decided.step);
  const read = conserve(selection, decided.step.first, material.rows).picks.flatMap(({ seq }) => decided.rowOf(seq) ?? []);
  if (!start || (made && start.id === null) || start.origin === null) {
    // The tape is the chain, whatever of it a request read. A system prompt is logged again for each request: it is not on it.
    const path = source.entries(1, decided.step.last + 1).filter((row) => isOnList(row) && row.kind !== 'system');
    return { decided, path, picks: path, tree: false };
  }
  const { rows, anchors } = material;
  const { path } = walkChain({ start, rows, anchors, from: 1, floor: 1, past: 'through' });
  const chain = [...path.flatMap((seq) => rows.get(seq) ?? []), ...own];
  const answer = own.filter((row) => has(row.flags, Flag.Sent) && !asks(row));
  const picks = uniqueRows([...read, ...answer, ...resultsOf(answer, during)]);
  return { decided, path: wholeMessages(chain, [...rows.values(), ...during]), picks, tree: true };
}

/** Results that were written while the answer was: its parallel calls run as they come. */
const resultsOf = (answer: readonly EntryRow[], during: readonly EntryRow[]): EntryRow[] => {
  const calls = new Set(answer.flatMap((row) => row.calls));
  return during.filter((row) => row.results.some((call) => calls.has(call)));
};

/**
 * The chain with each message whole: all its lines in the order of writing, and what was written between them on the way. Which of them a
 * chain names depends on what came after, and two chains that passed one message have passed the same.
 */
const wholeMessages = (chain: readonly EntryRow[], all: readonly EntryRow[]): EntryRow[] => {
  const bySeq = new Map(all.map((row) => [row.seq, row]));
  const lines = Map.groupBy(
    all.filter((row) => row.role === 'assistant' && row.step !== null),
    ({ step }) => step,
  );
  return uniqueRows(chain.flatMap((row) => (row.role === 'assistant' ? wholeMessage(row, lines.get(row.step) ?? [row], bySeq) : [row])));
};

const wholeMessage = (line: EntryRow, lines: readonly EntryRow[], bySeq: ReadonlyMap<number, EntryRow>): EntryRow[] => {
  const own = lines.filter((other) => sameSide(other, line));
  const first = Math.min(...own.map(({ seq }) => seq));
  const found = new Map(own.map((row) => [row.seq, row]));
  for (const row of own)
    for (
      let above = bySeq.get(row.parentSeq ?? 0);
      above && above.seq > first && !found.has(above.seq);
      above = bySeq.get(above.parentSeq ?? 0)
    )
      found.set(above.seq, above);
  return [...found.values()].sort((a, b) => a.seq - b.seq);
};

const isOnList = ({ flags, kind }: EntryRow): boolean =>
  (has(flags, Flag.Sent) || kind === 'anchor') && !has(flags, Flag.Excluded | Flag.Sidecar | Flag.Sidechain);

const uniqueRows = (rows: readonly EntryRow[]): EntryRow[] => [...new Map(rows.map((row) => [row.seq, row])).values()];

/** A place of a chain that is compared. */
export interface Cut {
  /** How many entries of the chain are shared. */
  end: number;
  /** One of the two sides ends here: what was written later came later, wherever it hangs. */
  ends: boolean;
}

/** The entries after a place of the chain, those that hang off it included. */
export function ownOf(lineage: Lineage, cut: Cut): EntryRow[] {
  return uniqueRows([...lineage.path.slice(cut.end), ...lineage.picks.filter(isAfter(lineage, cut, lineage.picks))]).sort(
    (a, b) => a.seq - b.seq,
  );
}

/** What was read up to a place of the chain. */
export function prefixOf(lineage: Lineage, cut: Cut): EntryRow[] {
  const after = isAfter(lineage, cut, lineage.picks);
  return lineage.picks.filter((row) => !after(row));
}

/**
 * Whether an entry of a context came after a place of the chain. In a tree everything from the first entry of the own chain on did; a result
 * did where it was written later, since results of parallel calls are read together; a prompt that an agent at work took from its queue did where it was
 * read, since it was written before. In a list what was written later did, wherever it is read.
 */
export function isAfter({ path, tree }: Lineage, { end, ends }: Cut, context: readonly EntryRow[]): (row: EntryRow) => boolean {
  const last = path.slice(0, end).reduce((most, { seq }) => Math.max(most, seq), 0);
  if (!tree) return (row) => row.seq > last;
  const shared = new Set(path.slice(0, end).map(({ seq }) => seq));
  const own = new Set(path.slice(end).map(({ seq }) => seq));
  const first = context.findIndex(({ seq }) => own.has(seq));
  const after = new Set((first < 0 ? [] : context.slice(first)).map(({ seq }) => seq));
  const late = context.findIndex(({ seq, flags }) => seq > last && !has(flags, Flag.Sidecar));
  const read = new Set((late < 0 ? [] : context.slice(late)).map(({ seq }) => seq));
  return (row) => {
    if (shared.has(row.seq)) return false;
    if (has(row.flags, Flag.Sidecar)) return read.has(row.seq) || row.seq > last;
    return ends || row.results.length > 0 ? row.seq > last : after.has(row.seq);
  };
}
