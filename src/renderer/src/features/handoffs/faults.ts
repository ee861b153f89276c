import type { Phase } from '../../../../shared/model/index.ts';
import type { Row } from './tree.ts';

/** What is wrong: references that lead nowhere, and states that the model never had. */
export type Fault = 'broken' | 'unreached';

/** One thing that is wrong: in which phase of which tape, and its place among those there. */
export interface FaultPlace {
  readonly fault: Fault;
  readonly tape: string;
  readonly seq: number;
  readonly nth: number;
}

type Judged = Pick<Phase, 'tape' | 'seq' | 'refs' | 'reached'>;

export function isIn({ tape, seq }: Pick<Phase, 'tape' | 'seq'>, place: FaultPlace | null): boolean {
  return place !== null && place.tape === tape && place.seq === seq;
}

const faultsIn = ({ refs, reached }: Judged, fault: Fault): number => (fault === 'broken' ? refs.broken : Number(reached.status === 'no'));

/**
 * The next fault of a kind from phase `at` on, after the one that was shown last, round to the first, and the index of its phase; null
 * where there is none.
 */
export function faultAfter(
  phases: readonly Judged[],
  at: number,
  fault: Fault,
  last: FaultPlace | null,
): { at: number; place: FaultPlace } | null {
  const here = phases[at];
  const nth = here && last?.fault === fault && isIn(here, last) ? last.nth + 1 : 0;
  const more = here !== undefined && nth < faultsIn(here, fault);
  const faulty = phases.flatMap((phase, index) => (faultsIn(phase, fault) > 0 ? [index] : []));
  const next = more ? at : (faulty.find((index) => index > at) ?? faulty[0]);
  const phase = phases[next ?? -1];
  if (next === undefined || phase === undefined) return null;
  return { at: next, place: { fault, tape: phase.tape, seq: phase.seq, nth: more ? nth : 0 } };
}

/** Rows that hold a reference which leads nowhere, now and not before. */
export function brokenRows(rows: readonly Pick<Row, 'ref' | 'cites' | 'change'>[]): number[] {
  return rows.flatMap(({ ref, cites = [], change }, index) =>
    change !== 'removed' && [ref, ...cites].some((one) => one?.status === 'broken') ? [index] : [],
  );
}
