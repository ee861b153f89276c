import type { ForkRow, MergeDedup, NativeEntry } from '../../../../shared/model/native.ts';
import { walk } from '../export/walk.ts';
import type { IndexRow, Tape } from '../types.ts';
import { type Fact, type ForkFacts, factReader } from './facts.ts';
import { isGovernance } from './governance.ts';
import type { MergeInput } from './plan.ts';

/** A fork to be merged, opened. */
export interface OpenFork {
  row: ForkRow;
  tape: Tape;
}

/** How far a tape was read: its last entry and the digest of everything up to it. */
export interface Mark {
  head: number;
  chain: string;
}

/** Equal marks mean equal tapes: the chain is a digest over all entries. */
export function markOf(tape: Tape): Mark {
  const head = tape.head();
  return { head, chain: chainAt(tape, head) };
}

export function chainAt(tape: Tape, id: number): string {
  const [row] = tape.rows({ ids: [id, id] });
  return row === undefined ? '' : Buffer.from(row.chain).toString('hex');
}

export interface Read {
  input: MergeInput;
  parent: Mark;
  /** In the order of the forks. */
  forks: Mark[];
}

/** Reads what planning needs, up to the heads of now. Throws 'unreadable' for a line that cannot be read: nothing is left behind unseen. */
export function readInput(parent: Tape, forks: readonly OpenFork[], dedup: MergeDedup): Read {
  const marks = forks.map(({ tape }) => markOf(tape));
  const mark = markOf(parent);
  const facts = forks.map(({ row, tape }, at): ForkFacts => {
    const before = dedup === 'tool-call-id' ? waitingAt(parent, row.start) : [];
    return { name: row.name, start: row.start, facts: [...allFacts(tape, row.start + 1, marks[at]!.head, before)] };
  });
  const first = Math.min(...facts.map(({ start }) => start));
  const digests = dedup === 'digest' ? new Set(facts.flatMap((fork) => fork.facts.map(({ digest }) => digest))) : null;
  const tail = [...tailFacts(parent, first, mark.head, dedup, digests)];
  return { input: { head: mark.head, tail, corrected: correctedIn(parent, tail), forks: facts }, parent: mark, forks: marks };
}

function* allFacts(tape: Tape, from: number, to: number, before: readonly NativeEntry[]): Generator<Fact> {
  const read = factReader(before);
  for (const { row, entry } of walk(tape, from, to, undefined, true)) yield read(row, entry);
}

/** Anchors, corrections, and what may be what a fork repeats. */
function* tailFacts(parent: Tape, first: number, head: number, dedup: MergeDedup, digests: ReadonlySet<string> | null): Generator<Fact> {
  const matters = (row: IndexRow): boolean =>
    row.kind === 'anchor' ||
    row.corrects !== null ||
    digests?.has(Buffer.from(row.digest).toString('hex')) === true ||
    (dedup === 'tool-call-id' && (row.kind === 'tool_call' || row.kind === 'tool_result'));
  const read = factReader(dedup === 'tool-call-id' ? waitingAt(parent, first) : []);
  for (const { row, entry } of walk(parent, first + 1, head, matters, true)) if (!isGovernance(entry)) yield read(row, entry);
}

/** How many calls are looked through for those that still wait for a result where a fork begins. */
const CALLS_BEFORE = 32;

/** The last calls up to an entry, and what was answered since. */
function waitingAt(parent: Tape, at: number): NativeEntry[] {
  const calls = parent.rows({ kind: 'tool_call', ids: [1, at], limit: CALLS_BEFORE });
  const results = calls[0] === undefined ? [] : parent.rows({ kind: 'tool_result', ids: [calls[0].id, at] });
  return [...calls, ...results]
    .sort((a, b) => a.id - b.id)
    .map(({ id }) => parent.entry(id))
    .filter((entry) => entry !== null);
}

function correctedIn(parent: Tape, tail: readonly Fact[]): (id: number) => number | null {
  const known = new Map(tail.map(({ id, corrects }) => [id, corrects]));
  return (id) => {
    const found = known.get(id) ?? parent.rows({ ids: [id, id] })[0]?.corrects ?? null;
    known.set(id, found);
    return found;
  };
}
