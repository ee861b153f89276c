import type { AnchorRow, EntryRow, StepRow } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import type { ChainRules } from '../formats/context/chain-rules.ts';
import { deadEnds, gather } from '../formats/context/gather.ts';
import { grow } from '../formats/context/growth.ts';
import type { Growth } from '../formats/context/growth-state.ts';
import type { Habits, Reading } from '../formats/context/habits.ts';
import { isThinking } from '../formats/context/rows.ts';
import { type Writers, writerAt } from '../formats/context/writers.ts';
import type { RowSource } from '../views/material.ts';
import { createChainIndex } from './chain-index.ts';
import type { Held, Next, Work } from './held.ts';
import { createMarks } from './marks.ts';
import { lookAt, straightOf } from './stretch.ts';

/**
 * What is above an entry in a stretch of the tape, the entry to continue from last, as formats/context/chain.ts follows parents through compactions:
 * above a boundary the entry that it names, and after a preserved segment the summary and the boundary on the way to the segment. Null where the
 * stretch alone does not tell. `compactions` are those of the stretch, in order.
 */
function aboveIn(rows: readonly EntryRow[], compactions: readonly AnchorRow[], sidechain: boolean) {
  const before = (boundary: number): number | undefined =>
    rows.findLast(({ seq, id, flags }) => seq < boundary && id !== null && has(flags, Flag.Sidechain) === sidechain)?.seq;
  return (child: EntryRow): readonly number[] | null => {
    const newest = compactions.findLast(({ seq, type }) => seq <= child.seq && type === 'compaction');
    if (newest?.seq === child.seq) {
      const named = newest.compaction?.logicalParent ?? before(newest.seq);
      return named === undefined ? null : [named];
    }
    const parent = child.parentSeq;
    if (parent === null) return null;
    const { preserved = [], summary = null } = (newest !== undefined && newest.seq > parent && newest.compaction) || {};
    if (newest === undefined || !preserved.includes(parent)) return [parent];
    return [...(summary === null ? [] : [summary]), newest.seq, parent];
  };
}

/** Sent entries that came: those that follow all others, in order, and those that hang on older ones. */
export interface Came {
  after: readonly number[];
  between: readonly number[];
  /** Entries that were in context but, by the recorded sizes, were no longer sent. */
  unsent: readonly number[];
}

/**
 * Contexts that follow parents. Where the chain of a step leads through the step before, its context is that one and what
 * hangs on the new stretch: other lines of its messages, results of their calls, attachments that lead nowhere (formats/context/gather.ts has
 * the rules). Anything that would make an older entry leave, or answers an older call, is left to the whole selection. `through` follows
 * the chain through compactions, as policies do that do not end at one.
 */
export function createChainGrowth(
  source: RowSource,
  work: Work,
  { chain, habits }: { chain: ChainRules; habits: Habits },
  through: boolean,
  writers: Writers,
) {
  let index: ReturnType<typeof createChainIndex> | null = null;
  /** The first entry that the index knows. What comes before it is in no context. */
  let start = 1;
  let path = createMarks();
  let live = createMarks();
  let cleared = new Set<string>();
  let thinks = false;
  /** A call in the context has no result yet: it leaves where the conversation continues without one. */
  let waiting = false;
  /** The chain has a parent that is not in the file, at which the agent stops when it is started again. */
  let broken = false;
  /** Some of what is live is not on the chain. */
  let offChain = false;
  const readingOf = ({ model, first }: StepRow): Reading => ({ model, writer: writerAt(writers, first) });

  /** The new stretch of the chain, from the first entry of the step before on; null where it goes another way. */
  const stretch = (before: Held, { step }: Next, rows: readonly EntryRow[], compactions: readonly AnchorRow[]): Set<number> | null => {
    const found = new Set<number>();
    const from = before.step.first;
    const above = aboveIn(rows, compactions, step.sidechain);
    let child = source.entriesAt([step.first])[0];
    while (child !== undefined && child.seq !== from) {
      const { seq } = child;
      const next = above(child);
      if (next === null || next.some((one) => one < from || one >= seq)) return null;
      for (const one of next) found.add(one);
      child = rows[(next.at(-1) ?? 0) - from];
    }
    return child === undefined ? null : found;
  };

  /** What is on the chain between two requests, and what was in memory next to it: after all others, and below older ones. */
  const shownIn = (
    before: Held,
    next: Next,
    rows: readonly EntryRow[],
    anchors: readonly AnchorRow[],
    hung: readonly number[],
  ): Shown | null => {
    if (index === null) return null;
    const straight = anchors.length > 0 ? null : straightOf(rows, source.entriesAt([next.step.first])[0], index.linesOf);
    const isNew = ({ seq }: { seq: number }): boolean => !live.has(seq);
    const rowOf = (seq: number): EntryRow | undefined => rows[seq - before.step.first];
    if (straight !== null) {
      const picks = straight.map(({ seq }) => ({ seq }));
      const after = chain.order(picks, rowOf, NONE_FIXED).flatMap(({ seq }) => rowOf(seq) ?? []);
      return { path: picks, after: after.filter(isNew), between: [] };
    }
    const onPath = stretch(before, next, rows, anchors);
    if (onPath === null) return null;
    const tree = index.treeOf(rows);
    const { picks } = gather([...onPath].toReversed(), tree);
    const after = chain.order(picks, (seq) => tree.rows.get(seq), NONE_FIXED).filter(isNew);
    return {
      path: [...onPath].map((seq) => ({ seq })),
      after: source.entriesAt(after.map(({ seq }) => seq)),
      between: source.entriesAt(hung).flatMap((row) => deadEnds(row, tree, onPath)),
    };
  };

  return {
    /** Takes over what a whole selection has decided. */
    begin({ selection, material }: Held): void {
      path = createMarks(selection.trail?.path);
      live = createMarks(selection.trail?.live);
      const first = lowest(selection.trail?.live ?? [], material.from);
      if (index === null || first < start) {
        start = first;
        index = createChainIndex(source, start);
      }
      thinks = selection.picks.some(({ seq }) => isThinking(material.rows.get(seq)));
      const shown = selection.picks.flatMap(({ seq }) => material.rows.get(seq) ?? []);
      waiting = unanswered(shown);
      offChain = [...(selection.trail?.live ?? [])].some((seq) => !path.has(seq));
      broken = selection.findings.some(({ type }) => type === 'broken-chain' || type === 'mended-chain');
      cleared = new Set(material.anchors.flatMap((anchor) => anchor.compaction?.clearedCalls ?? []));
    },
    /** What came since the step before; null where that alone does not tell. */
    grow(before: Held, next: Next): Came | null {
      const from = before.step.first;
      if (index?.readTo(from) !== true) return null;
      const rows = source.entries(from, next.step.first);
      work.rows += rows.length;
      const met = index.read(rows, (seq) => live.has(seq));
      const anchors = next.anchors.slice(before.anchors.length);
      if (met.irregular || next.step.sidechain !== before.step.sidechain) return null;
      const came = lookAt(rows, next.step.sidechain, live.has);
      thinks ||= came.thinks;
      const writer = writerAt(writers, next.step.first);
      if (writer !== writerAt(writers, from)) return null;
      const readings = { before: readingOf(before.step), now: readingOf(next.step) };
      if (waiting || came.waits) return null;
      if (anchors.some(({ type }) => !through || type === 'micro-compaction')) return null;
      if (met.branched.some((seq) => live.has(seq) && !path.has(seq))) return null;
      if (cleared.size > 0 && [...came.answered].some((call) => cleared.has(call))) return null;
      if (came.hung.some((seq) => seq < before.material.from)) return null;
      const shown = shownIn(before, next, rows, anchors, came.hung);
      if (shown === null) return null;
      const onPath = new Set(shown.path.map(({ seq }) => seq));
      const strays = offChain || [...shown.after, ...shown.between].some(({ seq }) => !onPath.has(seq));
      if (chain.unsettles({ rows, thinks, broken, offChain: strays, through, ...readings })) return null;
      offChain = strays;
      for (const { seq } of shown.path) path.add(seq);
      for (const { seq } of [...shown.after, ...shown.between]) live.add(seq);
      const sent = { after: shown.after.filter(isSent), between: shown.between.filter(isSent) };
      const { growth } = before.selection;
      return growth === undefined ? seqsOf(sent) : taken(growth, sent, { request: next.step, writer, habits }, source);
    },
  };
}

const NONE_FIXED: ReadonlySet<number> = new Set();

interface Shown {
  path: readonly { seq: number }[];
  after: readonly EntryRow[];
  between: readonly EntryRow[];
}

type Sent = Pick<Shown, 'after' | 'between'>;

const seqsOf = ({ after, between }: Sent): Came => ({
  after: after.map(({ seq }) => seq),
  between: between.map(({ seq }) => seq),
  unsent: [],
});

/** What the size of the next request says about what came and what was there. */
const taken = (
  growth: Growth,
  sent: Sent,
  { request, writer, habits }: { request: Next['step']; writer: string | null; habits: Habits },
  source: RowSource,
): Came => {
  const known = growth.unsent.size;
  const rows = [...sent.after, ...sent.between].sort((a, b) => a.seq - b.seq);
  grow(growth, { request, rows, outputOf: (step) => source.step(step).usage?.output ?? null, habits, writer });
  if (growth.unsent.size === known) return seqsOf(sent);
  const isHere = ({ seq }: EntryRow): boolean => !growth.unsent.has(seq);
  const left = seqsOf({ after: sent.after.filter(isHere), between: sent.between.filter(isHere) });
  return { ...left, unsent: [...growth.unsent.keys()].slice(known) };
};

const lowest = (seqs: Iterable<number>, least: number): number => {
  let found = least;
  for (const seq of seqs) if (seq < found) found = seq;
  return found;
};

const unanswered = (rows: readonly EntryRow[]): boolean => {
  const answered = new Set(rows.flatMap(({ results }) => results));
  return rows.some(({ calls }) => calls.length > 0 && !calls.some((call) => answered.has(call)));
};

const isSent = ({ flags }: EntryRow): boolean => has(flags, Flag.Sent) && !has(flags, Flag.Excluded);
