import type { Block, TokenCount, View } from '../../../shared/model/index.ts';
import { type PolicyChoice, partsOfPolicy } from '../../../shared/model/policy.ts';
import type { Pick, Selection } from '../formats/context/selection.ts';
import { sumOf } from '../formats/context/tokens.ts';

/**
 * What the origin and each part of a policy brought in or, below zero, removed. They add up to the blocks. `weigh` says what an entry
 * weighs that is not a block of its own any more. Pure.
 */
export function partsIn(
  { shares }: Selection,
  choice: PolicyChoice,
  blocks: readonly Block[],
  weigh: (pick: Pick) => TokenCount | undefined,
): View['parts'] {
  const [origin = ''] = partsOfPolicy(choice);
  if (!shares) return [{ text: origin, blocks: blocks.length, tokens: sumOf(blocks.map(({ tokens }) => tokens)) }];
  return shares.map(({ text, added, removed }) => {
    const [came, went] = [sumOf(added.flatMap((pick) => weigh(pick) ?? [])), sumOf(removed.flatMap((pick) => weigh(pick) ?? []))];
    const tokens = { counted: came.counted - went.counted, estimated: came.estimated - went.estimated };
    return { text, blocks: added.length - removed.length, tokens };
  });
}
