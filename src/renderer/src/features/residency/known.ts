import type { Residency } from '../../../../shared/model/index.ts';
import { evidenceAt } from '../../../../shared/model/ledger.ts';
import type { EvidenceState } from '../../ui/Evidence.tsx';

/** What captured requests say of steps, as far as they were compared. */
export interface Proven {
  verified: ReadonlySet<number>;
  differs: ReadonlySet<number>;
}

/** Columns in a row of which the context is known in one way, from ≤ index < to. */
export interface KnownRun {
  from: number;
  to: number;
  state: EvidenceState;
}

/** How the context of a column is known: by its captured request, else by what its log says. */
const stateAt = (residency: Pick<Residency, 'steps' | 'evidence'>, { verified, differs }: Proven, at: number): EvidenceState => {
  const step = residency.steps[at] ?? 0;
  return differs.has(step) ? 'differs' : verified.has(step) ? 'verified' : evidenceAt(residency, at);
};

/** The columns from one to before another, in runs that are known in one way each. */
export function knownRuns(residency: Pick<Residency, 'steps' | 'evidence'>, proven: Proven, begin: number, end: number): KnownRun[] {
  const runs: KnownRun[] = [];
  const to = Math.min(residency.steps.length, end);
  const { evidence } = residency;
  const isProven = proven.verified.size + proven.differs.size > 0;
  let last: KnownRun | undefined;
  for (let at = Math.max(0, begin); at < to; at++) {
    if (!isProven && last !== undefined && evidence[at] === evidence[at - 1]) {
      last.to = at + 1;
      continue;
    }
    const state = stateAt(residency, proven, at);
    if (last?.state === state) last.to = at + 1;
    else {
      last = { from: at, to: at + 1, state };
      runs.push(last);
    }
  }
  return runs;
}
