import { create } from 'zustand';
import type { Provenance, ProvenanceGroup } from '../../../../shared/model/index.ts';
import { largestGroup } from './answer.ts';

interface Selection {
  /** The source whose path is lit, where one was chosen, and the place of one of its blocks. */
  source: string | null;
  block: number | null;
  /** The entry that the choice selected: as long as it is the selected one, the inspector says where it is from. */
  entry: number | null;
  /** Groups whose small sources are listed. */
  open: readonly ProvenanceGroup[];
  /** The lit source is drawn block by block. */
  blocks: boolean;
  sibling: boolean;
}

/** What is lit in the graph; it is kept while other views are open. */
export const useSelection = create<Selection>(() => ({ source: null, block: null, entry: null, open: [], blocks: false, sibling: false }));

/** The source that is lit: the chosen one, or the largest of the group that the answer is about. */
export function litIn(graph: Provenance, chosen: string | null): string | null {
  if (graph.sources.some(({ id }) => id === chosen)) return chosen;
  const group = largestGroup(graph)?.group;
  return graph.sources.find((source) => source.group === group)?.id ?? null;
}
