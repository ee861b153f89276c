import type { AnchorRow } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { isPrompt } from './forest.ts';
import type { Shape } from './shape.ts';
import type { OpenTape } from './types.ts';

export interface Active {
  /** 1 for what the newest step stands on and what goes on behind it; 2 for the part of it that was in its context. */
  path: Uint8Array;
  /** Where the path begins that is followed upwards; −1 for an empty tape. */
  start: number;
}

/**
 * The path of the first tape that is alive: up from the first entry of its newest step, or from a prompt typed since, and down from there
 * to where the line ends. After a rewind that is the new side although the step before stood on the old one.
 */
export const activePath = (shape: Shape): Active => {
  const { forest, main } = shape;
  const path = new Uint8Array(forest.count);
  const [tape] = forest.tapes;
  if (!tape || tape.columns.parent.length === 0) return { path, start: -1 };
  const start = startOf(tape);
  let inContext = true;
  const kept = new Set<number>();
  const compactions = new Map(tape.anchors.filter((anchor) => anchor.type === 'compaction').map((anchor) => [anchor.seq - 1, anchor]));
  const floor = tape.linear ? lastAnchor(tape.anchors, start) : 0;
  for (let at = forest.same[start] ?? start; at >= 0 && path[at] === 0; at = forest.up[at] ?? -1) {
    path[at] = inContext && at >= floor ? 2 : 1;
    const compaction = compactions.get(at);
    if (!compaction || !inContext) continue;
    inContext = false;
    for (const seq of compaction.compaction?.preserved ?? []) kept.add(seq - 1);
  }
  for (const entry of kept) if (path[entry] === 1) path[entry] = 2;
  for (let at = main[start] ?? -1; at >= 0 && path[at] === 0; at = main[at] ?? -1) path[at] = 2;
  return { path, start };
};

/** Index of the entry whose ancestry is alive. */
const startOf = ({ columns, steps, row }: OpenTape): number => {
  // Everything in the file of a sub-agent is marked as a sidechain.
  const agent = row.relation !== null;
  let step = steps.first.length - 1;
  while (step > 0 && !agent && steps.side[step] === 1) step -= 1;
  const answered = step >= 0 && (agent || steps.side[step] === 0) ? (steps.first[step] ?? 1) - 1 : -1;
  for (let at = columns.parent.length - 1; at > answered; at--) {
    const flags = columns.flags[at] ?? 0;
    if (isPrompt(flags) && columns.step[at] === 0 && (agent || !has(flags, Flag.Sidechain))) return at;
  }
  if (answered >= 0) return answered;
  const last = columns.node.lastIndexOf(1);
  return last >= 0 ? last : columns.parent.length - 1;
};

const lastAnchor = (anchors: readonly AnchorRow[], start: number): number => {
  let last = 0;
  for (const anchor of anchors) if (anchor.type === 'anchor' && anchor.seq - 1 <= start) last = anchor.seq - 1;
  return last;
};
