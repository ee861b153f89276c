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
export const told = (view: View, names: readonly string[]): Told => ({
  view,
  blocks: view.blocks.flatMap((block) => block.entries.map((seq) => names[seq - 1] ?? '?')).join(' '),
  omitted: view.omissions.map(
    ({ reason, entries, after }) => `${reason}: ${entries.flatMap(([from, to]) => names.slice(from - 1, to)).join(' ')} @${after}`,
  ),
});
