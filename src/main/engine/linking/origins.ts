import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { PAGE } from '../pages/columns.ts';
import type { Work } from './state.ts';
import { flagsOf, originOf, parentOf } from './tree.ts';

/**
 * The first entry of the chain that `seq` hangs on (EntryRow.origin): itself at a root, at a compaction boundary and where
 * the parent is missing; else that of its parent, except that what follows the kept tail of a compaction belongs to the
 * boundary.
 */
export function originBy(work: Work, seq: number, parent: number, flags: number): number {
  if (parent <= 0 || has(flags, Flag.Boundary)) return seq;
  const boundary = keptBy(work.tails, parent, seq);
  return boundary > 0 ? boundary : originOf(work.entries, parent);
}

/** The newest boundary before `child` that kept `parent` as the end of its segment; 0 for none. */
const keptBy = (tails: ReadonlyMap<number, number[]>, parent: number, child: number): number => {
  const boundaries = tails.size === 0 ? undefined : tails.get(parent);
  return boundaries?.findLast((boundary) => boundary < child) ?? 0;
};

const setOrigin = (work: Work, seq: number, origin: number): void => {
  const page = work.entries.at(seq - 1);
  const row = (seq - 1) % PAGE;
  if (page.cols.origin[row] === origin) return;
  page.cols.origin[row] = origin;
  page.dirty = true;
};

/**
 * Computes all origins again: needed only where a record names a parent that was written after it. A circle of parents, which no
 * agent writes but a hostile file may hold, ends at the entry where it is entered.
 */
export function settleOrigins(work: Work): void {
  const { state, entries } = work;
  const done = new Uint32Array(state.entries + 1);
  const onPath = new Uint8Array(state.entries + 1);
  for (let seq = 1; seq <= state.entries; seq++) {
    // Records without an id have neither.
    if (parentOf(entries, seq) === 0 && originOf(entries, seq) === 0) continue;
    const path: number[] = [];
    let at = seq;
    let origin = 0;
    while (origin === 0) {
      if ((done[at] ?? 0) > 0) origin = done[at] ?? at;
      else if (onPath[at] === 1) origin = at;
      else {
        path.push(at);
        onPath[at] = 1;
        const parent = parentOf(entries, at);
        if (parent <= 0 || has(flagsOf(entries, at), Flag.Boundary)) origin = at;
        else {
          const boundary = keptBy(work.tails, parent, at);
          if (boundary > 0) origin = boundary;
          else at = parent;
        }
      }
    }
    for (const step of path) {
      done[step] = origin;
      onPath[step] = 0;
      setOrigin(work, step, origin);
    }
  }
}
