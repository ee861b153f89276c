import type { Compaction } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import type { AnchorDraft } from '../pages/batch.ts';
import { findId } from '../pages/id-index.ts';
import type { AnchorState, Work } from './state.ts';
import { childrenOf, flagsOf, parentOf, timeOf } from './tree.ts';

const counts = (work: Work): Record<string, number> => Object.fromEntries(work.state.kinds.filter(([, count]) => count > 0));

const push = (work: Work, anchor: AnchorState): void => {
  anchor.no = work.anchors.push(anchor) - 1;
  work.out.anchors.add(anchor);
  work.state.anchors += 1;
};

/** An anchor of the source's own, or a compaction read as one. */
export function addAnchor(work: Work, found: AnchorDraft, seq: number): void {
  const { type, compaction: draft, logicalParent } = found;
  const anchor: AnchorState = {
    no: 0,
    seq,
    time: timeOf(work.entries, seq),
    name: found.name,
    type,
    derived: type !== 'anchor',
    compaction: null,
    before: counts(work),
    draft,
    logicalParent,
  };
  if (type === 'compaction') {
    work.state.compactions += 1;
    anchor.name = compactionName(work.state.compactions, draft?.trigger ?? null);
    keepTail(work, anchor);
  }
  push(work, anchor);
}

const compactionName = (number: number, trigger: string | null): string =>
  trigger === null ? `compaction ${number}` : `compaction ${number} · ${trigger}`;

/** A format with a tree has no anchors of its own: its first node stands for session/start. */
export function startAnchor(work: Work, seq: number): void {
  push(work, {
    no: 0,
    seq,
    time: timeOf(work.entries, seq),
    name: 'session/start',
    type: 'start',
    derived: true,
    compaction: null,
    before: counts(work),
    draft: null,
    logicalParent: null,
  });
}

/** Remembers the end of a kept segment: what is written below it after the boundary continues the boundary. */
const keepTail = (work: Work, anchor: AnchorState): void => {
  const id = tailId(anchor);
  if (id === null) return;
  const tail = findId(work.ids, id);
  if (tail === undefined) {
    // The tail is written later, if at all. Then the origins need a second look.
    work.state.forward = true;
    return;
  }
  addTail(work, tail, anchor.seq);
};

const addTail = (work: Work, tail: number, boundary: number): void => {
  const boundaries = work.tails.get(tail);
  if (!boundaries) work.tails.set(tail, [boundary]);
  else if (!boundaries.includes(boundary)) boundaries.push(boundary);
};

const tailId = ({ draft }: AnchorState): string | null => {
  const kept = draft?.preserved;
  // What is kept from an entry on has no tail of its own: what hangs below it otherwise is another branch.
  if (!kept || 'from' in kept) return null;
  return 'ids' in kept ? (kept.ids.at(-1) ?? null) : kept.tail;
};

/** Tails that have appeared since their boundary. Comes before the origins are settled. */
export function settleTails(work: Work): void {
  for (const anchor of work.anchors) {
    const id = tailId(anchor);
    const tail = id === null ? undefined : findId(work.ids, id);
    if (tail !== undefined) addTail(work, tail, anchor.seq);
  }
}

/** Resolves the ids of compactions to sequence numbers, as far as they are known by now. */
export function settleAnchors(work: Work): void {
  for (const anchor of work.anchors) {
    if (anchor.type === 'anchor' || anchor.type === 'start') continue;
    if (isSettled(anchor) && !work.state.forward) continue;
    const compaction = resolve(work, anchor);
    if (JSON.stringify(compaction) === JSON.stringify(anchor.compaction)) continue;
    anchor.compaction = compaction;
    work.out.anchors.add(anchor);
  }
}

const isSettled = ({ compaction, draft, logicalParent, type }: AnchorState): boolean =>
  compaction !== null &&
  (logicalParent === null || compaction.logicalParent !== null) &&
  (type !== 'compaction' || compaction.summary !== null) &&
  (!draft?.preserved || compaction.preserved.length > 0);

const resolve = (work: Work, anchor: AnchorState): Compaction => {
  const { draft, logicalParent } = anchor;
  return {
    trigger: draft?.trigger ?? null,
    preTokens: draft?.preTokens ?? null,
    postTokens: draft?.postTokens ?? null,
    logicalParent: logicalParent === null ? null : (findId(work.ids, logicalParent) ?? null),
    summary: draft?.kept?.summary ?? (anchor.type === 'compaction' ? summaryOf(work, anchor) : null),
    preserved: draft?.kept ? [...draft.kept.preserved] : preservedBy(work, anchor),
    clearedCalls: draft?.clearedCalls ?? [],
  };
};

/** The summary is the boundary itself or its child; where a log says so by id only, the entry with that id. */
const summaryOf = (work: Work, { seq, draft }: AnchorState): number | null => {
  if (has(flagsOf(work.entries, seq), Flag.Summary)) return seq;
  const child = childrenOf(work.entries, seq).find((at) => has(flagsOf(work.entries, at), Flag.Summary));
  if (child !== undefined) return child;
  const kept = draft?.preserved ?? null;
  const named = kept !== null && 'anchor' in kept ? findId(work.ids, kept.anchor) : undefined;
  return named !== undefined && has(flagsOf(work.entries, named), Flag.Summary) ? named : null;
};

/** More entries than any context holds; ends the walk over parents that run in a circle. */
const LONGEST = 100_000;

const preservedBy = (work: Work, { draft, seq }: AnchorState): number[] => {
  const kept = draft?.preserved;
  if (!kept) return [];
  if ('from' in kept) return keptFrom(work, seq, kept.from);
  if ('ids' in kept) return kept.ids.map((id) => findId(work.ids, id)).filter((seq) => seq !== undefined);
  const head = findId(work.ids, kept.head);
  const tail = findId(work.ids, kept.tail);
  return head === undefined || tail === undefined ? [] : between(work, head, tail);
};

/** The entries on the chain from one down to another; none where they are on no chain. */
const between = (work: Work, head: number, tail: number): number[] => {
  const walked: number[] = [];
  for (let at = tail; at > 0 && walked.length < LONGEST; at = parentOf(work.entries, at)) {
    walked.push(at);
    if (at === head) return walked.reverse();
  }
  return [];
};

/** What a boundary kept of its own chain; in a list all between. */
const keptFrom = (work: Work, boundary: number, from: string | number): number[] => {
  if (typeof from === 'string') return between(work, findId(work.ids, from) ?? 0, parentOf(work.entries, boundary));
  const first = Math.max(1, Math.floor(from));
  return boundary - first > LONGEST ? [] : Array.from({ length: Math.max(0, boundary - first) }, (_, at) => first + at);
};
