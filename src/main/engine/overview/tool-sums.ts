import type { ToolSum } from '../../../shared/model/index.ts';
import type { ToolCalls } from '../catalog/tool-calls.ts';

/** The calls of tools in one tape. */
export interface CallsOf {
  tape: string;
  format: string;
  calls: readonly ToolCalls[];
}

interface Sum extends Omit<ToolSum, 'name' | 'agents' | 'median'> {
  /** Calls by each spelling of the name. */
  names: Map<string, number>;
  agents: Set<string>;
  /** The tape that was counted last, so that each is counted once. */
  last: string;
  took: number[];
}

const newSum = (): Sum => ({
  ...{ names: new Map(), agents: new Set(), last: '', took: [], sessions: 0, calls: 0, failed: 0, timed: 0, total: 0, longest: null },
});

const add = (sum: Sum, { tape, format }: CallsOf, { name, seq, at, took, failed }: ToolCalls, counts: (time: number) => boolean): void => {
  for (const [index, time] of at.entries()) {
    if (!counts(time)) continue;
    if (sum.last !== tape) sum.sessions += 1;
    sum.last = tape;
    sum.agents.add(format);
    sum.calls += 1;
    sum.names.set(name, (sum.names.get(name) ?? 0) + 1);
    sum.failed += Number(failed[index]);
    const ms = took[index] ?? Number.NaN;
    if (Number.isNaN(ms)) continue;
    sum.took.push(ms);
    sum.total += ms;
    if (ms > (sum.longest?.took ?? -1)) sum.longest = { tape, seq: seq[index] ?? 1, took: ms };
  }
};

const medianOf = (figures: readonly number[]): number | null =>
  figures.length === 0 ? null : (Float64Array.from(figures).sort()[figures.length >> 1] ?? null);

/** The spelling that most calls have. */
const nameOf = ({ names }: Sum): string => [...names].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]?.[0] ?? '';

/**
 * What the calls of each tool come to, where `counts` says that a call of that time does: those with the most time first. Names that differ in
 * case alone are one tool, as they are in a search.
 */
export function toolSumsOf(parts: Iterable<CallsOf>, counts: (time: number) => boolean): ToolSum[] {
  const sums = new Map<string, Sum>();
  for (const part of parts)
    for (const calls of part.calls) {
      const name = calls.name.toLowerCase();
      const sum = sums.get(name) ?? newSum();
      sums.set(name, sum);
      add(sum, part, calls, counts);
    }
  return [...sums.values()]
    .filter(({ calls }) => calls > 0)
    .map((sum) => ({ ...sum, name: nameOf(sum) }))
    .map(({ last: _, names: _names, took, agents, ...sum }) => ({
      ...sum,
      ...{ agents: [...agents].sort(), timed: took.length, median: medianOf(took) },
    }))
    .sort((a, b) => b.total - a.total || b.calls - a.calls || (a.name < b.name ? -1 : 1));
}
