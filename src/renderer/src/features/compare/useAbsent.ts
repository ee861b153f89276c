import type { Comparison, View } from '../../../../shared/model/index.ts';
import { type Spot, useView } from '../../data/hooks.ts';
import { reasonOf, reasonWords } from '../context/figures.ts';

/**
 * Why one of two contexts of one step has not what the other has, by its view. Between steps an entry may simply have been written later,
 * and the changes of a step say more: then nothing is asked for.
 */
export function useAbsent({ pair, sides }: Comparison, oneStep: boolean): (side: 'a' | 'b', seq: number) => string {
  const a = useSideView(oneStep ? sides[pair.sides[0]] : undefined);
  const b = useSideView(oneStep ? sides[pair.sides[1]] : undefined);
  return (side, seq) => {
    const view = side === 'a' ? a : b;
    return view === undefined ? '' : reasonWords(reasonOf(seq, view.omissions));
  };
}

/** Not that of another policy, which is shown until the answer is there. */
const useSideView = (side: Comparison['sides'][number] | undefined): View | undefined => {
  const spot: Spot | null = side?.next ? 'next' : (side?.step ?? null);
  const { data, isPlaceholderData } = useView(side?.tape ?? null, spot, side?.policy ?? 'as-recorded');
  return spot === null || isPlaceholderData ? undefined : data;
};
