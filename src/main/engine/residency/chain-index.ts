import type { EntryRow } from '../../../shared/model/index.ts';
import { carriesOn, type TreeIndex } from '../formats/context/gather.ts';
import type { RowSource } from '../views/material.ts';
import { createMarks } from './marks.ts';

/** What reading a stretch of entries met. */
export interface Met {
  /** It touches older entries in a way that only a whole selection understands: late answers, late lines, parents that come later. */
  irregular: boolean;
  /** Entries before the stretch below which somebody now carries on. */
  branched: number[];
}

const push = <K>(map: Map<K, EntryRow[]>, key: K, row: EntryRow): void => {
  const list = map.get(key);
  if (list) list.push(row);
  else map.set(key, [row]);
};

/** Lookups over all entries read so far, which are read once each and in order, from `start` on. */
export function createChainIndex(source: RowSource, start = 1) {
  const rows: EntryRow[] = [];
  /** The entry after all that were read. */
  const next = (): number => start + rows.length;
  const lines = new Map<number, EntryRow[]>();
  const answers = new Map<string, EntryRow[]>();
  const callers = new Map<string, EntryRow[]>();
  const branching = createMarks();
  /** Parents that follow a child of theirs. */
  const awaited = new Set<number>();

  const isLate = (row: EntryRow, from: number, matters: (seq: number) => boolean): boolean => {
    if (row.role !== 'assistant' && row.calls.length + row.results.length === 0) return false;
    const touches = (older: readonly EntryRow[] | undefined): boolean => older?.some(({ seq }) => seq < from && matters(seq)) ?? false;
    if (row.role === 'assistant' && row.step !== null && touches(lines.get(row.step))) return true;
    if (row.calls.some((call) => (answers.get(call)?.[0]?.seq ?? from) < from)) return true;
    return row.results.some((call) => touches(answers.get(call)) || touches(callers.get(call)));
  };

  /** Marks what is above an entry that carries on; what is marked has all above it marked as well. */
  const carry = (row: EntryRow, from: number, branched: number[]): void => {
    for (let at = row.parentSeq; at !== null && at > 0 && !branching.has(at); at = rows[at - start]?.parentSeq ?? null) {
      branching.add(at);
      if (at < from) branched.push(at);
    }
  };

  const read = (stretch: readonly EntryRow[], matters: (seq: number) => boolean): Met => {
    const from = next();
    const met: Met = { irregular: false, branched: [] };
    for (const row of stretch) {
      const late = (row.parentSeq ?? 0) >= row.seq;
      if (late) awaited.add(row.parentSeq ?? 0);
      met.irregular ||= late || awaited.has(row.seq) || isLate(row, from, matters);
      rows.push(row);
      if (row.role === 'assistant' && row.step !== null) push(lines, row.step, row);
      for (const call of row.calls) push(callers, call, row);
      for (const call of row.results) push(answers, call, row);
      // A parent that was awaited may be marked already, by a child that could not know what is above it.
      if (carriesOn(row) || (awaited.has(row.seq) && branching.has(row.seq))) carry(row, from, met.branched);
    }
    return met;
  };

  return {
    /** `matters` says which older entries are in the agent's memory: what touches others changes nothing. */
    read,
    /** Reads on up to an entry, which is not read; false where it was read already. */
    readTo(seq: number): boolean {
      if (seq > next()) read(source.entries(next(), seq), () => false);
      return next() === seq;
    },
    /** How many lines an answer has so far. */
    linesOf: (step: number): number => lines.get(step)?.length ?? 0,
    /** What gathering looks up, of a stretch that was read: by all that is known, but for what hangs on what, which is that of the stretch. */
    treeOf(stretch: readonly EntryRow[]): TreeIndex {
      const children = new Map<number, EntryRow[]>();
      for (const row of stretch) if (row.parentSeq !== null) push(children, row.parentSeq, row);
      return { rows: new Map(stretch.map((row) => [row.seq, row])), answers: lines, results: answers, children, branching };
    },
  };
}
