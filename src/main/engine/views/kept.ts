import type { AnchorRow, EntryRow } from '../../../shared/model/index.ts';
import { opensTurn } from '../formats/context/rows.ts';
import type { Material, Pick, Selection } from '../formats/context/selection.ts';

/** The picks of a selection taken apart; each names places in `picks`. */
export interface Parts {
  /** The step's own system prompt, and the anchor with its state: for a compaction its summary and what it kept. */
  state: ReadonlySet<number>;
  /** The newest prompt: that of the step itself where the writer logs it late, and whatever else belongs to the step. */
  prompt: ReadonlySet<number>;
  /** Where the newest turn begins. */
  turn: number;
}

/** The row of an entry that a selection may name; undefined for one that was not loaded. */
export function rowFinder({ rows, own, brought }: Material): (seq: number) => EntryRow | undefined {
  return (seq) => rows.get(seq) ?? own.find((row) => row.seq === seq) ?? brought.get(seq);
}

/** The anchor that a selection begins with; null for none. */
export function anchorOf({ anchors }: Material, { picks }: Selection): AnchorRow | null {
  const seq = picks.find((pick) => pick.anchor)?.seq;
  return anchors.find((anchor) => anchor.seq === seq) ?? null;
}

const NONE: ReadonlySet<number> = new Set();

/** Tells what of a selection is state, prompt and turn; what a part of a policy brought in is not a state. Pure. */
export function partsOf(material: Material, selection: Selection, brought: ReadonlySet<number> = NONE): Parts {
  const { picks, lead, floor } = selection;
  const rowOf = rowFinder(material);
  const anchor = anchorOf(material, selection);
  const isState = ({ seq }: Pick, at: number): boolean =>
    at < lead || seq === anchor?.seq || seq === anchor?.compaction?.summary || (seq < (floor?.below ?? 1) && !brought.has(seq));
  const state = new Set(picks.flatMap((pick, at) => (isState(pick, at) ? [at] : [])));
  const own = picks.flatMap(({ seq }, at) => (seq >= material.step.first && at >= lead ? [at] : []));
  const newest = picks.findLastIndex(({ seq }, at) => !state.has(at) && !brought.has(seq) && opensTurn(rowOf(seq)));
  // Without a prompt after the anchor the turn that it is in continues: all since then belongs to it.
  return { state, prompt: new Set(newest < 0 ? own : [newest, ...own]), turn: newest < 0 ? ([...state].at(-1) ?? -1) + 1 : newest };
}

/**
 * Places of picks that stay together: calls and their results. Each group is in order, and the groups are in the order of their first. A call id
 * that is used again (redacted logs do so) belongs to the newest call before the result.
 */
export function groupsOf(rowOf: (seq: number) => EntryRow | undefined, picks: readonly Pick[]): number[][] {
  const leader = picks.map((_, at) => at);
  const rootOf = (at: number): number => {
    let root = at;
    for (let up = leader[root]; up !== undefined && up !== root; up = leader[root]) root = up;
    return root;
  };
  const newest = new Map<string, number>();
  picks.forEach(({ seq }, at) => {
    const row = rowOf(seq);
    for (const call of row?.calls ?? []) newest.set(call, at);
    for (const call of row?.results ?? []) {
      const [a, b] = [rootOf(at), rootOf(newest.get(call) ?? at)];
      leader[Math.max(a, b)] = Math.min(a, b);
    }
  });
  const groups = Map.groupBy(leader.keys(), rootOf);
  return [...groups.values()];
}
