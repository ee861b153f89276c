import type { EntryRow } from '../../../../shared/model/index.ts';
import { Flag, has } from '../../../../shared/model/vocabulary.ts';
import { sameSide } from './rows.ts';
import type { Pick } from './selection.ts';

/** Look-ups over the entries before a step. All lists are in file order. */
export interface TreeIndex {
  rows: ReadonlyMap<number, EntryRow>;
  /** Assistant entries by the step they were written for. */
  answers: ReadonlyMap<number, EntryRow[]>;
  /** Entries that answer a tool call, by call id. */
  results: ReadonlyMap<string, EntryRow[]>;
  children: ReadonlyMap<number, EntryRow[]>;
  /** Entries with a prompt or an answer somewhere below them: the start of a branch, not a dead end. */
  branching: { has(seq: number): boolean };
}

const push = <K>(map: Map<K, EntryRow[]>, key: K, row: EntryRow): void => {
  const list = map.get(key);
  if (list) list.push(row);
  else map.set(key, [row]);
};

/** A turn begins or continues here, so a side chain that holds one is a branch of its own. */
export function carriesOn(row: EntryRow): boolean {
  return row.role === 'assistant' || (has(row.flags, Flag.Prompt) && !has(row.flags, Flag.Queued));
}

/** Indexes the entries before `first`. */
export function indexTree(all: ReadonlyMap<number, EntryRow>, first: number): TreeIndex {
  const before = [...all.values()].filter((row) => row.seq < first).sort((a, b) => a.seq - b.seq);
  const answers = new Map<number, EntryRow[]>();
  const results = new Map<string, EntryRow[]>();
  const children = new Map<number, EntryRow[]>();
  const branching = new Set<number>();
  for (const row of before) {
    if (row.role === 'assistant' && row.step !== null) push(answers, row.step, row);
    for (const call of row.results) push(results, call, row);
    if (row.parentSeq !== null) push(children, row.parentSeq, row);
  }
  for (const row of before.toReversed())
    if (row.parentSeq !== null && (carriesOn(row) || branching.has(row.seq))) branching.add(row.parentSeq);
  return { rows: new Map(before.map((row) => [row.seq, row])), answers, results, children, branching };
}

export interface Gathered {
  /** The path and what was live next to it, in wire order: results follow the answer that called for them. */
  picks: Pick[];
  live: ReadonlySet<number>;
}

/**
 * Adds to a path what the agent had in memory next to it: the other lines of a message, results that answer its calls
 * wherever they hang (parallel tools leave dead ends), and attachments that lead nowhere.
 */
export function gather(path: readonly number[], index: TreeIndex): Gathered {
  const onPath = new Set(path);
  const placed = new Map<number, Pick>();
  const place = (row: EntryRow, why?: string): void => {
    if (placed.has(row.seq)) return;
    placed.set(row.seq, why === undefined || onPath.has(row.seq) ? { seq: row.seq } : { seq: row.seq, why });
  };
  /** The chain continues at `from` or after it with another entry: one that begins again from the file did not see its siblings. */
  const placeBeside = (rows: readonly EntryRow[], from: number): void => {
    const ends = rows.flatMap((row) => deadEnds(row, index, onPath));
    if (ends.length === 0) return;
    const next = index.rows.get(path[firstOff(path, from, new Set(rows.map(({ seq }) => seq)))] ?? 0);
    const until = next && beginsAgain(next) ? next.seq : 0;
    for (const end of ends) if (end.seq > until) place(end, 'next to the chain');
  };
  for (const [at, seq] of path.entries()) {
    const row = index.rows.get(seq);
    if (!row || placed.has(seq)) continue;
    if (row.role !== 'assistant') {
      place(row);
      placeBeside([row], at + 1);
      continue;
    }
    const lines = linesOf(row, index, onPath);
    const answered = lines.flatMap((line) => line.calls.flatMap((call) => resultsOf(call, index, onPath)));
    answered.sort((a, b) => a.seq - b.seq);
    for (const line of lines) place(line, 'another part of the same message');
    for (const result of answered) place(result, 'answers a parallel call');
    placeBeside([...lines, ...answered], at + 1);
  }
  return { picks: [...placed.values()], live: new Set(placed.keys()) };
}

/** The first place, from one on, of an entry that is none of `own`. */
const firstOff = (path: readonly number[], from: number, own: ReadonlySet<number>): number => {
  let at = from;
  while (own.has(path[at] ?? 0)) at += 1;
  return at;
};

/** A prompt, or an answer that the program wrote itself when it resumed: in a resumed session they hang on the newest entry. */
const beginsAgain = (row: EntryRow): boolean =>
  has(row.flags, Flag.Synthetic) || (row.role === 'user' && row.kind === 'message' && row.results.length === 0);

/** Lines of the same message. A resume may have written the message again on another branch: that copy is not among them. */
const linesOf = (row: EntryRow, index: TreeIndex, onPath: ReadonlySet<number>): readonly EntryRow[] =>
  row.step === null
    ? [row]
    : (index.answers.get(row.step) ?? [row]).filter(
        (line) => sameSide(line, row) && (onPath.has(line.seq) || hangsOn(row.step, line, index, onPath)),
      );

/** Whether a line off the path hangs on another line of its message, and not on what came before the message. */
const hangsOn = (step: number | null, line: EntryRow, index: TreeIndex, onPath: ReadonlySet<number>): boolean => {
  let parent = line.parentSeq;
  for (const seen = new Set<number>(); parent !== null && parent > 0 && !seen.has(parent); ) {
    seen.add(parent);
    const row = index.rows.get(parent);
    if (!row) return false;
    if (onPath.has(parent)) return row.step === step && row.role === 'assistant';
    parent = row.parentSeq;
  }
  return true;
};

const NOTHING: readonly EntryRow[] = [];

/** A few files hold two results for one call; the one on the path was read, else the one that was written last. */
const resultsOf = (call: string, index: TreeIndex, onPath: ReadonlySet<number>): readonly EntryRow[] => {
  const all = index.results.get(call) ?? NOTHING;
  if (all.length < 2) return all;
  const read = all.filter((row) => onPath.has(row.seq));
  return read.length > 0 ? read : all.slice(-1);
};

/** Side chains below an entry that hold neither a prompt nor an answer nor a result, in file order. */
export function deadEnds(row: EntryRow, index: TreeIndex, onPath: ReadonlySet<number>): readonly EntryRow[] {
  const children = index.children.get(row.seq) ?? NOTHING;
  // Nearly always the one that the chain continues with, and nothing else.
  if (children.every(({ seq }) => onPath.has(seq))) return NOTHING;
  const found: EntryRow[] = [];
  const open = [row];
  for (let at = open.pop(); at; at = open.pop()) {
    for (const child of index.children.get(at.seq) ?? []) {
      if (onPath.has(child.seq) || carriesOn(child) || child.results.length > 0) continue;
      if (index.branching.has(child.seq) || !sameSide(child, row)) continue;
      found.push(child);
      open.push(child);
    }
  }
  return found.sort((a, b) => a.seq - b.seq);
}
