import type { EntryRow } from '../../../../shared/model/index.ts';
import type { RowSource } from '../material.ts';
import type { MadeSession } from './session.ts';

/** A made-up session behind the interface that policies load from; `asked` collects what they looked at. */
export function sourceOf(session: MadeSession, asked: Set<number> = new Set()): RowSource {
  const look = (rows: EntryRow[]): EntryRow[] => {
    for (const row of rows) asked.add(row.seq);
    return rows;
  };
  return {
    entries: (from, to) => look(session.rows.slice(from - 1, Math.max(to - 1, from - 1))),
    entriesAt: (seqs) => look(seqs.flatMap((seq) => session.rows[seq - 1] ?? [])),
    resultsOf: (call) => session.rows.filter((row) => row.results.includes(call)).map((row) => row.seq),
    step(step) {
      const row = session.steps[step - 1];
      if (!row) throw new Error(`there is no step ${step}`);
      return row;
    },
    steps: (from, to) => session.steps.slice(from - 1, to),
  };
}
