import type { Agreed, TapeRow } from '../../../../shared/model/index.ts';
import type { Rim } from '../../views/rim.ts';
import { proofOf } from '../prove.ts';

/** What the proofs of single steps add up to, as a table of verdicts would: its steps, those that differ, and their blocks. */
export async function summedProofs(rim: Rim, tapes: readonly TapeRow[]): Promise<{ steps: number; differs: number; blocks: Agreed }> {
  const sum = { steps: 0, differs: 0, blocks: { equal: 0, differs: 0, onlySent: 0, onlyDerived: 0 } };
  for (const tape of tapes)
    for (let step = 1; step <= tape.steps; step += 1) {
      const proof = await proofOf(rim, tape, step);
      if (proof.equal === null) continue;
      sum.steps += 1;
      sum.differs += proof.differences.some(({ expected }) => !expected) ? 1 : 0;
      for (const name of ['equal', 'differs', 'onlySent', 'onlyDerived'] as const) sum.blocks[name] += proof[name] ?? 0;
    }
  return sum;
}

/** The blocks of all kinds. */
export function blocksOf(byKind: Readonly<Record<string, Agreed>>): Agreed {
  const sum = { equal: 0, differs: 0, onlySent: 0, onlyDerived: 0 };
  for (const one of Object.values(byKind))
    for (const name of ['equal', 'differs', 'onlySent', 'onlyDerived'] as const) sum[name] += one[name];
  return sum;
}
