import type { Phase } from '../../../../shared/model/index.ts';
import type { Row } from './tree.ts';

/** What is wrong: references that lead nowhere, and states that the model never had. */
export type Fault = 'broken' | 'unreached';

/** One thing that is wrong: in which of the phases, and its place among those there. */
export interface FaultPlace {
  readonly fault: Fault;
  readonly at: number;
  readonly nth: number;
}

type Judged = Pick<Phase, 'refs' | 'reached'>;

const faultsIn = ({ refs, reached }: Judged, fault: Fault): number => (fault === 'broken' ? refs.broken : Number(reached.status === 'no'));

/** The next fault of a kind from phase `at` on, behind the one that was shown last, round to the first; null where there is none. */
export const faultAfter = (phases: readonly Judged[], at: number, fault: Fault, last: FaultPlace | null): FaultPlace | null => {
  const nth = last?.fault === fault && last.at === at ? last.nth + 1 : 0;
  const here = phases[at];
  if (here && nth < faultsIn(here, fault)) return { fault, at, nth };
  const faulty = phases.flatMap((phase, index) => (faultsIn(phase, fault) > 0 ? [index] : []));
  const next = faulty.find((index) => index > at) ?? faulty[0];
  return next === undefined ? null : { fault, at: next, nth: 0 };
};

/** Rows that hold a reference which leads nowhere, now and not before. */
export const brokenRows = (rows: readonly Pick<Row, 'ref' | 'cites' | 'change'>[]): number[] =>
  rows.flatMap(({ ref, cites = [], change }, index) =>
    change !== 'removed' && [ref, ...cites].some((one) => one?.status === 'broken') ? [index] : [],
  );
