import type { BranchClass, Breakdown, Stats, TapeRow } from '../../../shared/model/index.ts';
import { BRANCH_CLASSES, Flag, has } from '../../../shared/model/vocabulary.ts';
import type { GraphReader } from '../families/material.ts';
import { isOwnTape } from '../formats/own.ts';

const COPIES: ReadonlySet<TapeRow['relation']> = new Set(['compaction-copy', 'aside', 'warmup', 'spill'] as const);

/** Counts what is in the given tapes, or in all; what Tapescope itself wrote is only counted as such unless it is asked for. */
export function breakDown(reader: GraphReader, tapes: readonly string[] | undefined, includeOwn: boolean): Breakdown {
  const { catalog } = reader;
  const rows = tapes === undefined ? catalog.tapes() : [...new Set(tapes)].map((id) => catalog.tape(id));
  const sum = nothing();
  for (const row of rows) {
    const stats = catalog.stats(row.id);
    if (isOwnTape(stats)) {
      sum.own += 1;
      if (!includeOwn) continue;
    }
    if (COPIES.has(row.relation)) sum.copies += 1;
    else add(sum, row, stats, row.entries === 0 ? 0 : sidechainNodes(reader, row));
    // Where all tapes are counted, the one that a request was copied from is among them.
    if (tapes === undefined && !COPIES.has(row.relation)) sum.steps -= stats.copied?.steps ?? 0;
  }
  return sum;
}

const nothing = (): Breakdown => ({
  ...{ sessions: 0, subAgents: 0, copies: 0, own: 0, formats: {} },
  ...{ lines: 0, entries: 0, nodes: 0, roots: 0, leaves: 0, steps: 0, toolCalls: 0, toolResults: 0, branchPoints: 0 },
  forks: Object.fromEntries(BRANCH_CLASSES.map((name) => [name, 0])) as Record<BranchClass, number>,
  sidechainNodes: 0,
});

const add = (sum: Breakdown, row: TapeRow, stats: Stats, side: number): void => {
  if (row.relation === 'sub-agent') sum.subAgents += 1;
  else sum.sessions += 1;
  sum.formats[row.format] = (sum.formats[row.format] ?? 0) + 1;
  for (const name of ['lines', 'entries', 'nodes', 'roots', 'leaves', 'steps', 'toolCalls', 'toolResults'] as const)
    sum[name] += stats[name];
  sum.branchPoints += stats.branchPoints.total;
  for (const name of BRANCH_CLASSES) sum.forks[name] += stats.branchPoints[name];
  sum.sidechainNodes += side;
};

const sidechainNodes = (reader: GraphReader, row: TapeRow): number => {
  const { flags, node } = reader.columns(row.id);
  let count = 0;
  for (let at = 0; at < flags.length; at++) if (node[at] === 1 && has(flags[at] ?? 0, Flag.Sidechain)) count += 1;
  return count;
};
