import type { MergeConflict, MergeDuplicate, MergeItem, MergeOrder, OnConflict } from '../../../../shared/model/native.ts';
import { SUPERSEDED } from '../../formats/native/phase.ts';
import type { MergePlanOptions } from '../types.ts';
import { type AtOdds, findConflicts, type Standing } from './conflicts.ts';
import { createDedup } from './dedup.ts';
import type { Fact, ForkFacts } from './facts.ts';

/** An entry of a fork in the order of the merge. */
interface Placed {
  fork: ForkFacts;
  fact: Fact;
}

/**
 * `append`: fork after fork, as they were named. `time`: the forks are interleaved by the times of their entries. Order within a
 * fork is a fact and times are not (clocks run backwards), so an entry counts as made no earlier than those before it.
 */
function inOrder(forks: readonly ForkFacts[], order: MergeOrder): Placed[] {
  const placed = forks.flatMap((fork) => {
    let latest = Number.NEGATIVE_INFINITY;
    return fork.facts.map((fact) => {
      const time = Date.parse(fact.at);
      if (time > latest) latest = time;
      return { fork, fact, latest };
    });
  });
  // The sort is stable: at equal times the fork named first goes first.
  if (order === 'time') placed.sort((a, b) => (a.latest < b.latest ? -1 : a.latest > b.latest ? 1 : 0));
  return placed.map(({ fork, fact }) => ({ fork, fact }));
}

/** Why insights-only takes an entry. */
type Evidence = 'anchor' | 'insight' | 'source';

/**
 * What of a fork is evidence: its anchors, its insights, and what those cite or correct, and what that cites in turn. By id; everything
 * else is prose and stays where it is.
 */
function evidence(facts: readonly Fact[]): ReadonlyMap<number, Evidence> {
  const byId = new Map(facts.map((fact) => [fact.id, fact]));
  const taken = new Map<number, Evidence>();
  const open = facts.filter((fact) => fact.anchor !== null || fact.insight);
  for (const fact of open) taken.set(fact.id, fact.anchor === null ? 'insight' : 'anchor');
  for (let next = open.pop(); next; next = open.pop()) {
    for (const id of [...next.cites, ...(next.corrects === null ? [] : [next.corrects])]) {
      const source = byId.get(id);
      if (!source || taken.has(id)) continue;
      taken.set(id, 'source');
      open.push(source);
    }
  }
  return taken;
}

export interface MergeInput {
  /** The last entry of the parent. */
  head: number;
  /**
   * Entries of the parent after the earliest fork point, in order, without its governance events: at least the anchors, the
   * corrections, and those that may be what a fork's entry repeats.
   */
  tail: readonly Fact[];
  /** What an entry of the parent corrects; null for most. */
  corrected: (id: number) => number | null;
  /** In the order in which they were named. */
  forks: readonly ForkFacts[];
}

/** An entry of a fork as it will be in the parent. */
export interface PlannedItem extends MergeItem {
  /** Ids of the parent. */
  corrects: number | null;
  /** The entry of the parent that the mark is about. */
  with: number | null;
  /** What the fork's own ids among its sources became. */
  ids: Readonly<Record<number, number>> | null;
  /** The phase that the entry opens; an anchor that loses a conflict opens none. */
  opens: string | null;
}

/** Every entry of every fork is in exactly one of `order`, `duplicates` and `left`. */
export interface MergePlan {
  head: number;
  order: PlannedItem[];
  duplicates: MergeDuplicate[];
  left: { from: string; id: number; kind: string }[];
  conflicts: MergeConflict[];
  mergeable: boolean;
}

/** What a merge does, exactly: pure, so that the preview is what is then appended. */
export function planMerge(input: MergeInput, options: MergePlanOptions): MergePlan {
  const { taken, left } = select(inOrder(input.forks, options.order), options.insightsOnly);
  const { items, duplicates } = settle(input, taken, options);
  const atOdds = conflictsOf(input, items);
  const marks = marksOf(atOdds, options.onConflict);
  return {
    head: input.head,
    order: items.map((item) => itemOf(item, marks.get(item))),
    duplicates,
    left,
    conflicts: atOdds.map(({ conflict }) => conflict),
    mergeable: options.onConflict !== 'refuse' || atOdds.length === 0,
  };
}

interface Taken extends Placed {
  why: Evidence | null;
}

/** An entry that will be appended. */
interface Settled extends Standing {
  from: string;
  why: Evidence | null;
  ids: Readonly<Record<number, number>> | null;
}

function select(placed: readonly Placed[], insightsOnly: boolean): { taken: Taken[]; left: MergePlan['left'] } {
  if (!insightsOnly) return { taken: placed.map((one) => ({ ...one, why: null })), left: [] };
  const forks = new Set(placed.map(({ fork }) => fork));
  const why = new Map([...forks].map((fork) => [fork, evidence(fork.facts)]));
  const taken: Taken[] = [];
  const left: MergePlan['left'] = [];
  for (const { fork, fact } of placed) {
    const reason = why.get(fork)?.get(fact.id);
    if (reason) taken.push({ fork, fact, why: reason });
    else left.push({ from: fork.name, id: fact.id, kind: fact.kind });
  }
  return { taken, left };
}

/** Gives new ids, one entry after the other, and finds those that are there already. */
function settle(input: MergeInput, taken: readonly Taken[], options: MergePlanOptions): { items: Settled[]; duplicates: MergeDuplicate[] } {
  const dedup = createDedup(options.dedup, input.tail);
  const moved = new Map(input.forks.map(({ name }) => [name, new Map<number, number>()]));
  const items: Settled[] = [];
  const duplicates: MergeDuplicate[] = [];
  for (const { fork, fact, why } of taken) {
    const ids = moved.get(fork.name) ?? new Map<number, number>();
    const relations = {
      corrects: fact.corrects === null ? null : (ids.get(fact.corrects) ?? fact.corrects),
      cites: fact.cites.map((id) => ids.get(id) ?? id),
    };
    const found = dedup?.find(fork, fact, relations) ?? null;
    if (found && dedup) {
      ids.set(fact.id, found.newId);
      const { kind, summary } = fact;
      duplicates.push({ from: fork.name, id: fact.id, of: { from: found.from, id: found.id }, by: dedup.by, kind, summary });
      continue;
    }
    const newId = input.head + items.length + 1;
    ids.set(fact.id, newId);
    dedup?.add({ from: fork.name, id: fact.id, newId }, fact, relations);
    const own = fact.cites.filter((id) => ids.has(id)).map((id) => [id, ids.get(id)]);
    items.push({ from: fork.name, fact, newId, ...relations, why, ids: own.length === 0 ? null : Object.fromEntries(own) });
  }
  return { items, duplicates };
}

function conflictsOf(input: MergeInput, items: readonly Settled[]): AtOdds[] {
  const parent = input.tail.map((fact): Standing => ({ ...fact, from: null, fact, newId: fact.id }));
  const forks = input.forks.map(({ name, start }) => ({ name, start, standing: items.filter(({ from }) => from === name) }));
  return findConflicts({ name: null, start: 0, standing: parent }, forks, input.corrected);
}

interface Mark {
  mark: 'kept-both' | 'superseded' | 'supersedes';
  with: number;
}

/** What outweighs what where an entry is at odds with several others. */
const WEIGHT = { 'kept-both': 0, supersedes: 1, superseded: 2 } as const;

/** Between two forks the earlier one stands as the parent does: it would be in the parent, were they merged one by one. */
function marksOf(atOdds: readonly AtOdds[], onConflict: OnConflict): Map<Standing, Mark> {
  const marks = new Map<Standing, Mark>();
  const set = (standing: Standing, mark: Mark): void => {
    const known = marks.get(standing);
    if (standing.from !== null && (!known || WEIGHT[known.mark] < WEIGHT[mark.mark])) marks.set(standing, mark);
  };
  for (const { sides } of atOdds) {
    const [one, other] = sides;
    if (onConflict === 'keep-both') {
      set(one, { mark: 'kept-both', with: other.newId });
      set(other, { mark: 'kept-both', with: one.newId });
    } else if (onConflict === 'prefer-parent') set(other, { mark: 'superseded', with: one.newId });
    else if (onConflict === 'prefer-fork') {
      set(one, { mark: 'superseded', with: other.newId });
      set(other, { mark: 'supersedes', with: one.newId });
    }
  }
  return marks;
}

function itemOf({ fact, from, newId, corrects, why, ids }: Settled, mark: Mark | undefined): PlannedItem {
  const { id, kind, at, summary } = fact;
  const opens = mark?.mark === SUPERSEDED ? null : (fact.anchor?.name ?? null);
  return { from, id, newId, mark: mark?.mark ?? why, kind, at, summary, corrects, with: mark?.with ?? null, ids, opens };
}
