import { createContext, type ReactNode, useContext } from 'react';
import type { Block } from '../../../../shared/model/index.ts';

/** What a view has to say of a block, next to its weight; null for nothing. */
export type MarkOf = (block: Block) => ReactNode;

/** Where a list of blocks is in a view that says more of them. */
export const BlockMarks = createContext<MarkOf>(() => null);

export function useMarkOf(block: Block): ReactNode {
  return useContext(BlockMarks)(block);
}
