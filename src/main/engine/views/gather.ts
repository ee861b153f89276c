import type { EntryRow } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { sameSide } from './branch.ts';
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
  branching: ReadonlySet<number>;
}

const push = <K>(map: Map<K, EntryRow[]>, key: K, row: EntryRow): void => {
  const list = map.get(key);
  if (list) list.push(row);
  else map.set(key, [row]);
};

/** A turn begins or goes on here, so a side chain that holds one is a branch of its own. */
export const carriesOn = (row: EntryRow): boolean =>
  row.role === 'assistant' || (has(row.flags, Flag.Prompt) && !has(row.flags, Flag.Queued));

/** Indexes the entries before `first`. */
export const indexTree = (all: ReadonlyMap<number, EntryRow>, first: number): TreeIndex => {
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
};

export interface Gathered {
  /** The path and what was live beside it, in wire order: results follow the answer that called for them. */
  picks: Pick[];
  live: ReadonlySet<number>;
}

/**
 * Adds to a path what the agent had in memory beside it: the other lines of a message, results that answer its calls
 * wherever they hang (parallel tools leave dead ends, FORMATS.md §1.4), and attachments that lead nowhere.
 */
export const gather = (path: readonly number[], index: TreeIndex): Gathered => {
  const onPath = new Set(path);
  const placed = new Map<number, Pick>();
  const place = (row: EntryRow, why?: string): void => {
    if (placed.has(row.seq)) return;
    placed.set(row.seq, why === undefined || onPath.has(row.seq) ? { seq: row.seq } : { seq: row.seq, why });
  };
  const placeBeside = (rows: readonly EntryRow[]): void => {
    for (const row of rows) for (const beside of deadEnds(row, index, onPath)) place(beside, 'hangs beside the chain');
  };
  for (const seq of path) {
    const row = index.rows.get(seq);
    if (!row || placed.has(seq)) continue;
    if (row.role !== 'assistant') {
      place(row);
      placeBeside([row]);
      continue;
    }
    const lines = linesOf(row, index);
    const answered = lines.flatMap((line) => line.calls.flatMap((call) => resultsOf(call, index, onPath)));
    answered.sort((a, b) => a.seq - b.seq);
    for (const line of lines) place(line, 'another part of the same message');
    for (const result of answered) place(result, 'answers a parallel call');
    placeBeside([...lines, ...answered]);
  }
  return { picks: [...placed.values()], live: new Set(placed.keys()) };
};

const linesOf = (row: EntryRow, index: TreeIndex): readonly EntryRow[] =>
  row.step === null ? [row] : (index.answers.get(row.step) ?? [row]).filter((line) => sameSide(line, row));

/** A few files hold two results for one call; the one on the path was read, else the one that was written last. */
const resultsOf = (call: string, index: TreeIndex, onPath: ReadonlySet<number>): EntryRow[] => {
  const all = index.results.get(call) ?? [];
  const read = all.filter((row) => onPath.has(row.seq));
  return read.length > 0 ? read : all.slice(-1);
};

/** Side chains below an entry that hold neither a prompt nor an answer nor a result, in file order. */
export const deadEnds = (row: EntryRow, index: TreeIndex, onPath: ReadonlySet<number>): EntryRow[] => {
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
};
