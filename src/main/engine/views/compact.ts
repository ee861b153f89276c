import type { EntryRow } from '../../../shared/model/index.ts';
import type { KeepFirst, Part } from '../../../shared/model/policy.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { NO_WEIGHTS, weightOf } from '../formats/context/hints.ts';
import { opensTurn } from '../formats/context/rows.ts';
import type { Material, Selection } from '../formats/context/selection.ts';
import { groupsOf, partsOf, rowFinder } from './kept.ts';

/** Picks that are kept or dropped together. */
interface Group {
  places: readonly number[];
  tokens: number;
  /** Place of its last pick: where it is in time. */
  at: number;
  turn: number;
  /** Results with their calls, attachments and reminders: they go before what was said. */
  extra: boolean;
}

/**
 * The state of the anchor and the newest prompt, then as much of the rest as the budget holds: the newest turns whole; of the first
 * that does not fit its messages and then those of its calls that still fit, newest first; of older turns the same. What was said
 * ends at the first message that does not fit. Calls stay with their results. Pure.
 */
export function withinBudget(material: Material, whole: Selection, { budget, first }: Budget, { pinned, brought }: Chosen): Selection {
  const { fixed, groups } = grouped(material, whole, pinned, brought);
  const cited = new Set([...brought, ...(material.hints.cited ?? []).map(({ seq }) => seq)]);
  const taken = FILLS[first](groups, budget - fixed.tokens, (group) => group.places.some((at) => cited.has(whole.picks[at]?.seq ?? 0)));
  const kept = new Set([...fixed.places, ...taken.flatMap(({ places }) => places)]);
  const dropped = whole.picks.filter((_, at) => !kept.has(at));
  const reasons = new Map(whole.reasons);
  for (const { seq } of dropped) reasons.set(seq, 'over-budget');
  return {
    ...whole,
    budget,
    picks: whole.picks.filter((_, at) => kept.has(at)),
    reasons,
    findings:
      fixed.tokens > budget
        ? [...whole.findings, { type: 'over-budget', budget, fixed: fixed.tokens, pinned: pinned.size > 0 }]
        : whole.findings,
  };
}

/** What the parts of a policy said before. */
interface Chosen {
  /** Always kept. */
  pinned: ReadonlySet<number>;
  /** Brought in by a part. */
  brought: ReadonlySet<number>;
}

type Budget = Extract<Part, { type: 'budget' }>;

/** The picks in groups, newest first, and those that are always there. */
const grouped = (
  material: Material,
  whole: Selection,
  pinned: ReadonlySet<number>,
  brought: ReadonlySet<number>,
): { fixed: { places: number[]; tokens: number }; groups: Group[] } => {
  const { picks } = whole;
  const rowOf = rowFinder(material);
  const weights = material.hints.weights ?? NO_WEIGHTS;
  const { state, prompt } = partsOf(material, whole, brought);
  const tokensAt = picks.map((pick) => {
    const row = rowOf(pick.seq);
    return row ? weightOf(pick, row, weights, material.step.model).value : 0;
  });
  let turns = 0;
  const turnAt = picks.map(({ seq }) => (opensTurn(rowOf(seq)) ? ++turns : turns));
  const fixed = { places: [] as number[], tokens: 0 };
  const groups: Group[] = [];
  for (const places of groupsOf(rowOf, picks)) {
    const tokens = places.reduce((sum, at) => sum + (tokensAt[at] ?? 0), 0);
    const at = places.at(-1) ?? 0;
    if (places.some((place) => state.has(place) || prompt.has(place) || pinned.has(picks[place]?.seq ?? 0))) {
      fixed.places.push(...places);
      fixed.tokens += tokens;
    } else
      groups.push({ places, tokens, at, turn: turnAt[at] ?? 0, extra: places.some((place) => isExtra(rowOf(picks[place]?.seq ?? 0))) });
  }
  return { fixed, groups: groups.sort((a, b) => b.at - a.at) };
};

/** Results with their calls, attachments and reminders. */
export function isExtra(row: EntryRow | undefined): boolean {
  return (
    row !== undefined && (row.calls.length > 0 || row.kind === 'tool_result' || row.kind === 'attachment' || has(row.flags, Flag.Meta))
  );
}

/** Groups come newest first. The sum of what is answered never exceeds `room`. */
const fill = (groups: readonly Group[], room: number): Group[] => {
  const turns = [...Map.groupBy(groups, ({ turn }) => turn).values()];
  const taken: Group[] = [];
  let left = room;
  const take = (some: readonly Group[]): void => {
    taken.push(...some);
    for (const { tokens } of some) left -= tokens;
  };
  let next = 0;
  for (; next < turns.length && weightAll(turns[next] ?? []) <= left; next += 1) take(turns[next] ?? []);
  // The turn that is too large comes before all older ones: its calls are nearer to what is being done.
  for (const part of [turns[next] ?? [], turns.slice(next + 1).flat()]) {
    const said = part.filter(({ extra }) => !extra);
    const fitting = firstThatFit(said, left);
    take(fitting);
    const end = said[fitting.length]?.at ?? -1;
    for (const group of part) if (group.extra && group.at > end && group.tokens <= left) take([group]);
    if (fitting.length < said.length) break;
  }
  return taken;
};

/** As many as fit, in the order given. */
const fitting = (groups: readonly Group[], room: number): Group[] => {
  let left = room;
  return groups.filter(({ tokens }) => {
    if (tokens > left) return false;
    left -= tokens;
    return true;
  });
};

/** What goes first into a budget. */
const FILLS: Record<KeepFirst, (groups: readonly Group[], room: number, cited: (group: Group) => boolean) => Group[]> = {
  recent: fill,
  cited: (groups, room, cited) => {
    const first = fitting(groups.filter(cited), room);
    return [
      ...first,
      ...fill(
        groups.filter((group) => !cited(group)),
        room - weightAll(first),
      ),
    ];
  },
  'heavy-last': (groups, room) =>
    fitting(
      groups.toSorted((a, b) => a.tokens - b.tokens || b.at - a.at),
      room,
    ),
};

const weightAll = (groups: readonly Group[]): number => groups.reduce((sum, { tokens }) => sum + tokens, 0);

const firstThatFit = (groups: readonly Group[], room: number): Group[] => {
  let left = room;
  const end = groups.findIndex(({ tokens }) => {
    left -= tokens;
    return left < 0;
  });
  return groups.slice(0, end < 0 ? groups.length : end);
};
