import { DANGLING } from '../../../shared/model/vocabulary.ts';
import { PAGE } from '../pages/columns.ts';
import type { EntryPages } from '../pages/rows.ts';
import type { Work } from './state.ts';

/** One field of one entry, by its seq. */
export function parentOf(entries: EntryPages, seq: number): number {
  return entries.at(seq - 1).cols.parent[(seq - 1) % PAGE] ?? 0;
}
export function flagsOf(entries: EntryPages, seq: number): number {
  return entries.at(seq - 1).cols.flags[(seq - 1) % PAGE] ?? 0;
}
export function originOf(entries: EntryPages, seq: number): number {
  return entries.at(seq - 1).cols.origin[(seq - 1) % PAGE] ?? 0;
}
/** Epoch ms; NaN where the source has no time. */
export function timeOf(entries: EntryPages, seq: number): number {
  return entries.at(seq - 1).cols.time[(seq - 1) % PAGE] ?? Number.NaN;
}
const nextSiblingOf = (entries: EntryPages, seq: number): number => entries.at(seq - 1).cols.nextSibling[(seq - 1) % PAGE] ?? 0;
const firstChildOf = (entries: EntryPages, seq: number): number => entries.at(seq - 1).cols.firstChild[(seq - 1) % PAGE] ?? 0;

/** Children in file order, but those that were waiting for a parent written later come in the order they were joined. */
export function childrenOf(entries: EntryPages, seq: number): number[] {
  const children: number[] = [];
  for (let child = firstChildOf(entries, seq); child > 0; child = nextSiblingOf(entries, child)) children.push(child);
  return children;
}

const lastChildOf = (work: Work, parent: number, first: number): number => {
  let last = work.lastChild.get(parent) ?? first;
  for (let next = nextSiblingOf(work.entries, last); next > 0; next = nextSiblingOf(work.entries, last)) last = next;
  return last;
};

/** Hangs `child` below `parent`, both in the tape, and counts what that makes of the parent. */
export function join(work: Work, parent: number, child: number): void {
  const { entries, state } = work;
  const row = (child - 1) % PAGE;
  const page = entries.at(child - 1);
  page.cols.parent[row] = parent;
  page.dirty = true;
  const above = entries.at(parent - 1);
  const at = (parent - 1) % PAGE;
  const first = above.cols.firstChild[at] ?? 0;
  if (first === 0) {
    above.cols.firstChild[at] = child;
    above.dirty = true;
    state.parents += 1;
  } else {
    const last = lastChildOf(work, parent, first);
    if (last === first) state.branchPoints += 1;
    const beside = entries.at(last - 1);
    beside.cols.nextSibling[(last - 1) % PAGE] = child;
    beside.dirty = true;
    work.lastChild.set(parent, child);
    work.out.branching.add(parent);
  }
  if (parent >= child) state.forward = true;
}

/** Remembers that `child` names a parent that is not there (yet). */
export function leaveDangling(work: Work, child: number, parent: string): void {
  const page = work.entries.at(child - 1);
  const row = (child - 1) % PAGE;
  page.cols.parent[row] = DANGLING;
  work.entries.text(page).dangling.push([row, parent]);
  page.dirty = true;
  page.textDirty = true;
  work.state.dangling += 1;
  const children = work.waiting.get(parent);
  if (children) children.push(child);
  else work.waiting.set(parent, [child]);
}

/** Gives an id that has just appeared the children that were waiting for it. */
export function adopt(work: Work, id: string, seq: number): void {
  const children = work.waiting.get(id);
  if (!children) return;
  work.waiting.delete(id);
  for (const child of children) {
    const page = work.entries.at(child - 1);
    const row = (child - 1) % PAGE;
    const text = work.entries.text(page);
    text.dangling = text.dangling.filter(([at]) => at !== row);
    page.textDirty = true;
    work.state.dangling -= 1;
    join(work, seq, child);
  }
}
