import { BRANCH_CLASSES, Flag, has } from '../../../shared/model/vocabulary.ts';
import { PAGE } from '../pages/columns.ts';
import { idAt } from '../pages/id-column.ts';
import { findId } from '../pages/id-index.ts';
import { ROLES } from '../pages/rows.ts';
import { type Branching, classify } from './branches.ts';
import type { Work } from './state.ts';
import { childrenOf, flagsOf, originOf } from './tree.ts';

const branchingAt = (work: Work, seq: number): Branching => {
  const page = work.entries.at(seq - 1);
  const at = (seq - 1) % PAGE;
  const { cols } = page;
  return {
    seq,
    kind: work.state.kinds[cols.kind[at] ?? 0]?.[0] ?? '',
    assistant: ROLES[(cols.role[at] ?? 0) - 1] === 'assistant',
    flags: cols.flags[at] ?? 0,
    step: cols.step[at] ?? 0,
    origin: originOf(work.entries, seq),
    copy: work.state.doubles > 0 && findId(work.ids, idAt(work.entries.text(page).ids, at) ?? '') !== seq,
  };
};

/** Entries that are looked at to tell whether two sides were written in turns. */
const LOOKED_AT = 20_000;

/** Seqs below `seq`, itself included, in no order. */
const below = (work: Work, seq: number): number[] => {
  const found = [seq];
  for (let at = 0; at < found.length && found.length < LOOKED_AT; at++) found.push(...childrenOf(work.entries, found[at] ?? seq));
  return found;
};

/** A person leaves a side for good, perhaps comes back to it once; two processes on one file take turns all the time. */
const TURNS = 3;

const takesTurns = (work: Work, children: readonly number[]): boolean => {
  const ordered = [...children].sort((a, b) => a - b);
  const left = ordered.slice(0, -1).map((child) => below(work, child));
  // What a person leaves is over before the next side begins. Then the side that continues, the long one, need not be looked at.
  if (left.every((side, at) => side.every((seq) => seq < (ordered[at + 1] ?? seq)))) return false;
  const sides = [...left, below(work, ordered.at(-1) ?? 0)]
    .flatMap((side, at) => side.map((seq) => [seq, at] as const))
    .sort((a, b) => a[0] - b[0]);
  // Each further side is written after the one before it: that is a change of sides, and no turn.
  let turns = 1 - children.length;
  for (let at = 1; at < sides.length && turns < TURNS; at++) if (sides[at]?.[1] !== sides[at - 1]?.[1]) turns += 1;
  return turns >= TURNS;
};

/** Bookkeeping that is a node of the tree stands for the first entry below it that is none. */
const spokenBelow = (work: Work, seq: number): number => {
  let at = seq;
  for (let looked = 0; looked < LOOKED_AT && has(flagsOf(work.entries, at), Flag.Sidecar); looked++) {
    const [only, ...others] = childrenOf(work.entries, at);
    if (only === undefined || others.length > 0) break;
    at = only;
  }
  return at;
};

/** Number of a class in the `branch` column; 0 for an entry with fewer than two children. */
const branchAt = (work: Work, parent: number): number => {
  const seqs = childrenOf(work.entries, parent);
  if (seqs.length < 2) return 0;
  const children = seqs.map((seq) => branchingAt(work, spokenBelow(work, seq)));
  const found = classify(branchingAt(work, parent), children, () => takesTurns(work, seqs));
  return BRANCH_CLASSES.indexOf(found) + 1;
};

/** Classes whose choice depends on what is written far below the branch point. */
const OPEN: ReadonlySet<number> = new Set([BRANCH_CLASSES.indexOf('rewind') + 1, BRANCH_CLASSES.indexOf('twoWriters') + 1]);

/** Bookkeeping hangs there, below which somebody may still go on. */
const isWaiting = (work: Work, seq: number): boolean =>
  childrenOf(work.entries, seq).some((child) => has(flagsOf(work.entries, child), Flag.Sidecar));

/** Classifies the branch points whose children changed, and those whose class may change with what was written below. */
export function settleBranches(work: Work): void {
  const { state, out } = work;
  const open = new Set(state.openBranches);
  for (const seq of new Set([...state.openBranches, ...out.branching])) {
    const page = work.entries.at(seq - 1);
    const at = (seq - 1) % PAGE;
    const before = page.cols.branch[at] ?? 0;
    const now = branchAt(work, seq);
    if (OPEN.has(now) || isWaiting(work, seq)) open.add(seq);
    else open.delete(seq);
    if (now === before) continue;
    page.cols.branch[at] = now;
    page.dirty = true;
    if (before > 0) state.branches[before - 1] = (state.branches[before - 1] ?? 0) - 1;
    if (now > 0) state.branches[now - 1] = (state.branches[now - 1] ?? 0) + 1;
  }
  state.openBranches = [...open].sort((a, b) => a - b);
  out.branching.clear();
}
