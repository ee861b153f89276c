import type { Graph, GraphNode } from '../../../../shared/model/index.ts';

/** What a node of the flow carries to be drawn. */
export interface NodeData extends Record<string, unknown> {
  node: GraphNode;
  /** What it is a node of. */
  graph: Graph;
  /** Pixels from the glyph to its words, and from the left edge to the words. */
  indent: number;
  left: number;
  /** Pixels at the right that the words leave free. */
  right: number;
  head: boolean;
  side: number | null;
  dim: boolean;
}

/** The colour of a branch. */
export function colourOf({ colour }: { colour: number }): string {
  return `var(--lane-${colour % 8})`;
}
