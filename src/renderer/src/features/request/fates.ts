import type { CacheFate } from '../../../../shared/model/index.ts';

/** What the cache did with a part: read it, had it sent again, or had not seen it yet. */
export type PartFate = 'read' | 'again' | 'new';

/** The fate of each part by where its middle is in what was sent, since a cache is read from the beginning on; none where it is not known. */
export function partFates(weights: readonly number[], fate: Pick<CacheFate, 'read' | 'again'> | undefined): PartFate[] {
  if (fate === undefined || fate.read + fate.again === 0) return [];
  let before = 0;
  return weights.map((tokens) => {
    const middle = before + tokens / 2;
    before += tokens;
    return middle < fate.read ? 'read' : middle < fate.read + fate.again ? 'again' : 'new';
  });
}
