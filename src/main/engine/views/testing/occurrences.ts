import type { View } from '../../../../shared/model/index.ts';

/** A view in the names that a test gives its entries. */
export interface Told {
  view: View;
  /** Names of the blocks in order. */
  blocks: string;
  /** `reason: names` of each omission, with the number of blocks before it. */
  omitted: string[];
}

/** Puts `names` (of entry 1, 2, 3 …) in place of sequence numbers. */
export function told(view: View, names: readonly string[]): Told {
  return {
    view,
    blocks: view.blocks.flatMap((block) => block.entries.map((seq) => names[seq - 1] ?? '?')).join(' '),
    omitted: view.omissions.map(
      ({ reason, entries, after }) => `${reason}: ${entries.flatMap(([from, to]) => names.slice(from - 1, to)).join(' ')} @${after}`,
    ),
  };
}

/** How often each entry before the request is in the blocks and omissions: once, if the conservation law holds. */
export function timesIn({ before, blocks, omissions }: Pick<View, 'before' | 'blocks' | 'omissions'>): number[] {
  const found = new Array<number>(before - 1).fill(0);
  const add = (seq: number): void => {
    if (seq < before) found[seq - 1] = (found[seq - 1] ?? 0) + 1;
  };
  for (const { entries } of blocks) entries.forEach(add);
  for (const { entries } of omissions) for (const [from, to] of entries) for (let seq = from; seq <= to; seq += 1) add(seq);
  return found;
}
