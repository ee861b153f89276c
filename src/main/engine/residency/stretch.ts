import type { EntryRow } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { isThinking } from '../formats/context/rows.ts';

/** What the entries between two requests say of the context that they follow. */
export interface Stretch {
  thinks: boolean;
  /** A call among them has no result. */
  waits: boolean;
  /** Calls that are answered. */
  answered: ReadonlySet<string>;
  /** Entries before the stretch that some of them hang on. */
  hung: readonly number[];
}

/** Looks at each entry once. `isLive`: the agent has an older entry in memory. */
export function lookAt(rows: readonly EntryRow[], sidechain: boolean, isLive: (seq: number) => boolean): Stretch {
  const from = rows[0]?.seq ?? 0;
  const calls: EntryRow[] = [];
  const answered = new Set<string>();
  const answeredHere = new Set<string>();
  const hung = new Set<number>();
  let thinks = false;
  for (const row of rows) {
    thinks ||= isThinking(row);
    const { parentSeq } = row;
    if (parentSeq !== null && parentSeq < from && isLive(parentSeq)) hung.add(parentSeq);
    if (row.calls.length === 0 && row.results.length === 0) continue;
    for (const call of row.results) answered.add(call);
    if (has(row.flags, Flag.Sidechain) !== sidechain) continue;
    for (const call of row.results) answeredHere.add(call);
    if (row.calls.length > 0) calls.push(row);
  }
  const waits = calls.some((row) => !row.calls.some((call) => answeredHere.has(call)));
  return { thinks, waits, answered, hung: [...hung] };
}

/**
 * The entries of a stretch where they follow one another from the answer that it begins with to `end`, the first entry of the next one: that is what
 * was sent then, without anything to gather. Null where an entry hangs on another one, or two answers are among them. What hangs on nothing and
 * answers nothing was not sent. `linesOf`: how many lines an answer has in all.
 */
export function straightOf(rows: readonly EntryRow[], end: EntryRow | undefined, linesOf: (step: number) => number): EntryRow[] | null {
  const chain: EntryRow[] = [];
  let lines = 0;
  for (const row of rows) {
    const last = chain.at(-1);
    const isAnswer = row.role === 'assistant';
    if (last !== undefined && row.parentSeq !== last.seq) {
      if (row.parentSeq !== null || isAnswer || row.calls.length + row.results.length > 0) return null;
      continue;
    }
    if (isAnswer) {
      if (chain.length > lines || row.step === null || row.results.length > 0 || !isBeside(row, chain[0])) return null;
      lines += 1;
    } else if (row.calls.length > 0) return null;
    chain.push(row);
  }
  const [first] = chain;
  if (first === undefined || end?.parentSeq !== chain.at(-1)?.seq) return null;
  return lines === 0 || linesOf(first.step ?? 0) === lines ? chain : null;
}

/** Another line of the same answer. */
const isBeside = (row: EntryRow, first: EntryRow = row): boolean =>
  row.step === first.step && has(row.flags, Flag.Sidechain) === has(first.flags, Flag.Sidechain);
