import type { Proof } from './proof.ts';

/** What the captured request of a step says of its context: that it is what was sent, or not; null where nobody captured it. */
export type Verdict = 'verified' | 'differs' | null;

export function verdictOf(state: Proof['state'] | null | undefined): Verdict {
  return state === 'verified' || state === 'differs' ? state : null;
}

const COUNTS = { differs: 'different', onlySent: 'only sent', onlyDerived: 'only in the view' } as const;

/** "Verified, by claude-trace: 34 blocks equal, 2 only sent"; null where no request was captured. */
export function verdictWords(proof: Pick<Proof, 'state' | 'source' | 'equal' | 'differs' | 'onlySent' | 'onlyDerived'>): string | null {
  const verdict = verdictOf(proof.state);
  if (verdict === null) return null;
  const equal = proof.equal ?? 0;
  const counts = (['differs', 'onlySent', 'onlyDerived'] as const).flatMap((name) =>
    proof[name] ? [`${proof[name].toLocaleString('en')} ${COUNTS[name]}`] : [],
  );
  const all = [`${equal.toLocaleString('en')} ${equal === 1 ? 'block' : 'blocks'} equal`, ...counts].join(', ');
  return `${verdict === 'verified' ? 'Verified' : 'Differs'}, by ${proof.source ?? 'a capture'}: ${all}`;
}
