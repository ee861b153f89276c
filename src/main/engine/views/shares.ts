import type { Block, TokenCount, View } from '../../../shared/model/index.ts';
import { type PolicyChoice, partsOfPolicy } from '../../../shared/model/policy.ts';
import type { Pick, Selection } from '../formats/context/selection.ts';

/**
 * What the origin and each part of a policy brought in or, below zero, took out. They add up to the blocks. `weigh` says what an entry
 * weighs that is no block of its own any more. Pure.
 */
export function partsIn(
  { shares }: Selection,
  choice: PolicyChoice,
  blocks: readonly Block[],
  weigh: (pick: Pick) => TokenCount | undefined,
): View['parts'] {
  const [origin = ''] = partsOfPolicy(choice);
  if (!shares) return [{ text: origin, blocks: blocks.length, tokens: sum(blocks.map(({ tokens }) => tokens)) }];
  return shares.map(({ text, added, removed }) => {
    const [came, went] = [sum(added.flatMap((pick) => weigh(pick) ?? [])), sum(removed.flatMap((pick) => weigh(pick) ?? []))];
    const tokens = { counted: came.counted - went.counted, estimated: came.estimated - went.estimated };
    return { text, blocks: added.length - removed.length, tokens };
  });
}

const sum = (tokens: readonly TokenCount[]): View['parts'][number]['tokens'] => {
  const total = { counted: 0, estimated: 0 };
  for (const { value, basis } of tokens) if (basis !== 'recorded') total[basis] += value;
  return total;
};
