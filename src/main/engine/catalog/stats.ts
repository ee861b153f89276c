import type { BranchClass, Stats } from '../../../shared/model/index.ts';
import { BRANCH_CLASSES } from '../../../shared/model/vocabulary.ts';
import type { Db } from '../database/schema.ts';
import { usedBy } from '../linking/used.ts';
import { ownUsage } from '../pages/own-usage.ts';
import type { Head } from './heads.ts';

/** Counts for `tape stats`: linking has kept them, nothing is counted here. */
export function createStats(db: Db) {
  const lines = db.prepare<[number], number>('SELECT total - blank FROM sources WHERE tape = ?').pluck();
  const copies = db.prepare<[number], { shared: string | null; copied: string | null }>('SELECT shared, copied FROM tapes WHERE tape = ?');
  return ({ state, tape }: Head): Stats => {
    const classes = Object.fromEntries(BRANCH_CLASSES.map((name, at) => [name, state.branches[at] ?? 0])) as Record<BranchClass, number>;
    return {
      lines: lines.get(tape) ?? 0,
      entries: state.entries,
      entriesByKind: Object.fromEntries(state.kinds.filter(([, count]) => count > 0)),
      nodes: state.nodes,
      roots: state.roots,
      leaves: state.nodes - state.parents,
      branchPoints: { total: state.branchPoints, ...classes },
      toolCalls: state.tools.calls,
      toolResults: state.tools.results,
      callsWithoutResult: state.tools.calls - state.tools.both,
      resultsWithoutCall: state.tools.results - state.tools.both,
      danglingParents: state.dangling,
      steps: state.steps,
      ...ownUsage(usedBy(state), copies.get(tape) ?? { shared: null, copied: null }),
    };
  };
}
