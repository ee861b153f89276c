import type { Place } from '../../../shared/model/place.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import type { TapeMaterial } from '../families/material.ts';
import { isPrompt } from './forest.ts';
import type { Shape } from './shape.ts';

export interface Active {
  /** 1 for what the newest request continues, and for what follows it. */
  path: Uint8Array;
  /** 1 for what that request has in context, as its view shows it. */
  inContext: Uint8Array;
  /** The entry from which the path goes up; −1 for an empty tape. */
  start: number;
}

/**
 * The path of the first tape that is alive: up from the first entry of its newest step, or from a prompt typed since, and down from there
 * to where the line ends. After a rewind that is the new side although the step before stood on the old one. `context`: the entries of
 * that tape in context; they may be on other paths too, as results of parallel calls are.
 */
export function activePath({ forest, main }: Shape, context: readonly number[]): Active {
  const path = new Uint8Array(forest.count);
  const inContext = new Uint8Array(forest.count);
  for (const seq of context) inContext[forest.same[seq - 1] ?? seq - 1] = 1;
  const [tape] = forest.tapes;
  if (!tape || tape.columns.parent.length === 0) return { path, inContext, start: -1 };
  const { start } = headOf(tape);
  for (let at = forest.same[start] ?? start; at >= 0 && path[at] === 0; at = forest.up[at] ?? -1) path[at] = 1;
  for (let at = main[start] ?? -1; at >= 0 && path[at] === 0; at = main[at] ?? -1) path[at] = 1;
  return { path, inContext, start };
}

/** The newest request of a tape: the index of the entry that it begins or continues with, and where its view is asked for. */
export function headOf({ columns, steps, row }: Pick<TapeMaterial, 'columns' | 'steps' | 'row'>): { start: number; place: Place } {
  // Everything in the file of a sub-agent is marked as a sidechain.
  const agent = row.relation !== null;
  let step = steps.first.length - 1;
  while (step > 0 && !agent && steps.side[step] === 1) step -= 1;
  const answered = step >= 0 && (agent || steps.side[step] === 0) ? (steps.first[step] ?? 1) - 1 : -1;
  for (let at = columns.parent.length - 1; at > answered; at--) {
    const flags = columns.flags[at] ?? 0;
    if (isPrompt(flags) && columns.step[at] === 0 && (agent || !has(flags, Flag.Sidechain))) return { start: at, place: { next: true } };
  }
  if (answered >= 0) return { start: answered, place: { step: step + 1 } };
  const last = columns.node.lastIndexOf(1);
  return { start: last >= 0 ? last : columns.parent.length - 1, place: { next: true } };
}
