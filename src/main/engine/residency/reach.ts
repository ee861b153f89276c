import { bisect } from '../../../shared/model/bisect.ts';
import type { AnchorRow, StepRow } from '../../../shared/model/index.ts';
import { DANGLING } from '../../../shared/model/vocabulary.ts';
import type { Catalog } from '../catalog/types.ts';
import { anchorsUpTo } from '../formats/context/anchors.ts';
import { anchorsBefore } from '../views/material.ts';
import { selectorOf } from '../views/strategies.ts';
import type { Outline } from './material.ts';

/** Steps of a line that follow each other, and the first entry that any of their contexts may hold. */
export interface Stretch {
  from: number;
  steps: StepRow[];
}

/**
 * The stretches of a line whose contexts may hold one of some entries: what a question about a few of them has to follow. A context holds
 * nothing from before the place where its policy begins, but for what a compaction kept.
 */
export function stretchesWith(steps: readonly StepRow[], seqs: readonly number[], reach: (step: StepRow) => number): Stretch[] {
  const sorted = seqs.toSorted((a, b) => a - b);
  const found: Stretch[] = [];
  let open: Stretch | null = null;
  for (const step of steps) {
    const from = reach(step);
    if (!isAnyIn(sorted, from, Math.max(step.first, step.last))) open = null;
    else {
      open ??= begun(found, from);
      open.steps.push(step);
      open.from = Math.min(open.from, from);
    }
  }
  return found;
}

const begun = (found: Stretch[], from: number): Stretch => {
  const stretch: Stretch = { from, steps: [] };
  found.push(stretch);
  return stretch;
};

/** By halving. */
const isAnyIn = (sorted: readonly number[], from: number, to: number): boolean => {
  const first = bisect(0, sorted.length, (at) => (sorted[at] ?? 0) >= from);
  return (sorted[first] ?? Number.POSITIVE_INFINITY) <= to;
};

/** The first entry that the context of a step may hold, under a policy that brings in nothing from elsewhere. */
export function reachOf(catalog: Catalog, { tape, asked, all }: Outline): (step: StepRow) => number {
  const selector = selectorOf(asked.rules.selectors, asked.choice);
  const irregular = asked.rules.tree ? irregularOrigins(catalog, tape.id, asked.anchors) : new Set<number>();
  const lowest = lowestKept(catalog, tape.id, asked.anchors, all);
  const reaches = new Map<string, number>();
  const look = (step: StepRow): number => {
    const anchors = anchorsBefore(asked, step);
    const from = Math.min(selector.from(step, anchors), step.first);
    return anchors.reduce((least, { seq }) => (seq < from ? least : Math.min(least, lowest.get(seq) ?? least)), from);
  };
  return (step) => {
    if (irregular.has(step.origin ?? 0)) return 1;
    // Where nothing is filed late, all steps of one origin between two anchors begin at the same place.
    if (asked.rules.isLate) return look(step);
    const key = `${step.origin} ${anchorsUpTo(asked.anchors, step.first)}`;
    const found = reaches.get(key) ?? look(step);
    reaches.set(key, found);
    return Math.min(found, step.first);
  };
}

/** For each compaction that kept something, the first entry that it kept, counting whole messages. */
const lowestKept = (catalog: Catalog, tape: string, anchors: readonly AnchorRow[], all: Outline['all']): Map<number, number> => {
  const lowest = new Map<number, number>();
  for (const { seq, compaction } of anchors) {
    if (!compaction || compaction.preserved.length === 0) continue;
    const rows = catalog.entriesAt(tape, compaction.preserved);
    const firsts = rows.map((row) => Math.min(row.seq, row.step === null ? row.seq : (all[row.step - 1]?.first ?? row.seq)));
    lowest.set(seq, Math.min(seq, ...firsts));
  }
  return lowest;
};

/**
 * Origins of chains that may lead past them: a parent was never written or is written later, or has another origin, and the compaction right
 * before its child did not keep it. Costs a look at the columns of all entries.
 */
const irregularOrigins = (catalog: Catalog, tape: string, anchors: readonly AnchorRow[]): Set<number> => {
  const compactions = anchors.filter(({ type }) => type === 'compaction');
  let kept: readonly number[] = [];
  let next = 0;
  const found = new Set<number>();
  const origins: number[] = [0];
  for (const { count, cols } of catalog.entryRuns(tape))
    for (let at = 0; at < count; at++) {
      const seq = origins.length;
      const [origin, parent] = [cols.origin[at] ?? 0, cols.parent[at] ?? 0];
      origins.push(origin);
      for (; (compactions[next]?.seq ?? seq + 1) <= seq; next++) kept = compactions[next]?.compaction?.preserved ?? [];
      if (parent === 0 || origin === seq) continue;
      if (parent === DANGLING || parent >= seq || (origins[parent] !== origin && !kept.includes(parent))) found.add(origin);
    }
  return found;
};
