import { isAgentTape } from '../../../shared/library/names.ts';
import type { EntryRow, TapeRow } from '../../../shared/model/index.ts';
import type { Catalog } from '../catalog/types.ts';
import type { PhaseStart } from '../states/starts.ts';
import { requestBelow, requestPreceding } from '../views/branch-below.ts';
import { type BranchSource, branchSource, stepsUpTo } from '../views/branch-source.ts';

const PAGE = 256;

/** The first request of the tape's own agent that began at an entry with from ≤ seq < to; null where none did. */
const firstRequestIn = (
  { tape, step: stepAt, steps }: BranchSource,
  agentTape: boolean,
  [from, to]: readonly [number, number],
): number | null => {
  for (let at = stepsUpTo({ tape, step: stepAt }, from - 1) + 1; at <= tape.steps; at += PAGE)
    for (const { step, first, synthetic, sidechain } of steps(at, PAGE)) {
      if (first >= to) return null;
      if (!synthetic && (agentTape || !sidechain)) return step;
    }
  return null;
};

/** Requests around the beginning of a phase, as step numbers. */
export interface PhaseRequests {
  /**
   * The first request of the phase; null where it made none. In a tree the first that follows the beginning on its branch and within the
   * same stretch of context, whatever other branches wrote between; in a list the first one written before entry `to`. The request that a
   * compaction is the answer of is not after it.
   */
  first(start: PhaseStart, to: number): number | null;
  /** The request before it on its branch; where the conversation begins again, the one written last. */
  last(start: PhaseStart): number | null;
}

/** Looks the requests of one tape's phases up. */
export function phaseRequests(catalog: Catalog, tape: TapeRow): PhaseRequests {
  const branch = branchSource(catalog, tape, catalog.anchors(tape.id));
  const agentTape = isAgentTape(tape);
  const rowOf = ({ seq }: PhaseStart): EntryRow | undefined => catalog.entriesAt(tape.id, [seq])[0];
  return {
    first(start, to) {
      const row = start.type === 'start' ? undefined : rowOf(start);
      if (!row || row.id === null) return firstRequestIn(branch, agentTape, [start.seq + Number(start.type === 'compaction'), to]);
      const below = requestBelow(branch, row);
      return below !== null && below.origin === row.origin ? below.step : null;
    },
    last(start) {
      const row = rowOf(start);
      return row ? (requestPreceding(branch, row).before?.step ?? null) : null;
    },
  };
}
