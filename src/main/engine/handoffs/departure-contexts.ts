import { isAgentTape } from '../../../shared/library/names.ts';
import type { Departure } from '../../../shared/model/handoff.ts';
import type { EntryRow, StepRow, TapeRow } from '../../../shared/model/index.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { newestAnchor } from '../formats/context/anchors.ts';
import { scaleFor } from '../formats/context/models.ts';
import { estimate, fixedWeight, weigh } from '../formats/context/tokens.ts';
import { rulesOf } from '../formats/rules.ts';
import { type Decided, decideAt } from '../views/assemble.ts';
import { requestBelow, requestPreceding } from '../views/branch-below.ts';
import { branchSource } from '../views/branch-source.ts';
import { weighing } from '../views/changes-weights.ts';
import type { Rim } from '../views/rim.ts';
import { cutsAtAnchor, isReadOn, readsOn, writtenBehind } from './read-on.ts';

/** One entry of a context with its estimated weight. */
export interface Weighed {
  row: EntryRow;
  tokens: number;
}

/** The contexts on both sides of an entry, as recorded; null where there is no request. */
export interface Around {
  tape: TapeRow;
  row: EntryRow;
  before: StepRow | null;
  after: StepRow | null;
  /** The request that was not made, where the entry is compared with one in place of `after`. */
  asked: { next: true } | { after: number } | null;
  /** The entry hangs on nothing, so that `before` is the request written last and not one of its branch. */
  guessed: boolean;
  left: Weighed[];
  kept: Weighed[];
}

/**
 * What left the context at entry `seq`: the next request would have read it, had it stood where `seq` does, and the first request behind
 * `seq` does not, or else the one that is `asked` for. Where none was made since, it is the next request. What had left at an anchor before
 * is not told again. Each of those entries is in exactly one of the two lists. Throws TapeError('not-found') for an unknown entry.
 */
export async function contextsAround(rim: Rim, tapeId: string, seq: number, wanted: Around['asked'] = null): Promise<Around> {
  const tape = rim.catalog.tape(tapeId);
  const [row] = rim.catalog.entriesAt(tape.id, [seq]);
  if (!row) throw new TapeError('not-found', `${tape.title} has no entry ${seq}; it has ${tape.entries}.`);
  const branch = branchSource(rim.catalog, tape, rim.catalog.anchors(tape.id));
  const { before, guessed } = requestPreceding(branch, row);
  const after = wanted === null ? requestBelow(branch, row) : null;
  const ahead = after === null ? await aheadOf(rim, tape, row, wanted) : null;
  const had = cutsAtAnchor(rulesOf(tape.format))
    ? sinceAnchor(rim, tape, before, seq)
    : before === null
      ? []
      : await contextAt(rim, tape, before, row);
  const goesOn = new Set(after === null ? (ahead?.picks ?? []) : await pickedAt(rim, tape, after));
  return {
    ...{ tape, row, before, after, guessed, asked: ahead?.asked ?? null },
    left: had.filter((one) => !goesOn.has(one.row.seq)),
    kept: had.filter((one) => goesOn.has(one.row.seq)),
  };
}

/** The request that was not made and continues from an entry: the one that is asked for, or the next one where it is on the same branch. */
const aheadOf = async (rim: Rim, tape: TapeRow, { seq, id }: EntryRow, wanted: Around['asked']) => {
  const asked = wanted ?? { next: true as const };
  const { selection } = await decideAt(rim, tape.id, asked, { type: 'as-recorded' });
  const follows = id === null || selection.floor?.anchor.seq === seq || selection.trail?.path.includes(seq) === true;
  return wanted !== null || follows ? { asked, picks: selection.picks.map((pick) => pick.seq) } : null;
};

/** For an agent that begins at the newest anchor: what was written since then, whether or not anything was asked. */
const sinceAnchor = (rim: Rim, tape: TapeRow, before: StepRow | null, to: number): Weighed[] => {
  const anchor = newestAnchor(rim.catalog.anchors(tape.id).filter(({ seq }) => seq < to));
  const rules = rulesOf(tape.format);
  if (!readsOn(rules, anchor !== null)) return [];
  const reader = { anchored: rules.begins === 'anchor', agentTape: isAgentTape(tape) };
  const rows = rim.catalog.entries(tape.id, anchor?.seq ?? 1, to).filter((row) => isReadOn(row, reader));
  const scale = scaleFor(tape.model);
  const weightOf = before === null ? (row: EntryRow): number => estimate(row, scale) : weighing(rim, { tape, step: before }, () => rows);
  return rows.map((row) => ({ row, tokens: weightOf(row) }));
};

const asRecorded = (rim: Rim, tape: TapeRow, { step }: StepRow): Promise<Decided> => decideAt(rim, tape.id, step, { type: 'as-recorded' });

/** Numbers of the entries in the context of a step, as recorded. */
export async function pickedAt(rim: Rim, tape: TapeRow, step: StepRow): Promise<number[]> {
  return (await asRecorded(rim, tape, step)).selection.picks.map(({ seq }) => seq);
}

const contextAt = async (rim: Rim, tape: TapeRow, before: StepRow, at: EntryRow): Promise<Weighed[]> => {
  const decided = await asRecorded(rim, tape, before);
  const picks = new Map(decided.selection.picks.map((pick) => [pick.seq, pick]));
  const picked = [...picks.keys()].flatMap((seq) => decided.rowOf(seq) ?? []);
  const rows = [...picked, ...writtenBehind(rim.catalog, tape, before, at.seq).filter(({ seq }) => !picks.has(seq))];
  const weightOf = weighing(rim, decided, () => rows);
  return rows.map((row) => ({ row, tokens: weigh(row, fixedWeight(picks.get(row.seq) ?? {}), undefined, weightOf(row)).value }));
};

/** Sums of a list, by kind and in all. */
export function tallied(list: readonly Weighed[]): Departure['kept'] {
  const kinds = new Map<string, { count: number; tokens: number }>();
  for (const { row, tokens } of list) {
    const sum = kinds.get(row.kind) ?? { count: 0, tokens: 0 };
    kinds.set(row.kind, { count: sum.count + 1, tokens: sum.tokens + tokens });
  }
  return {
    count: list.length,
    tokens: list.reduce((sum, { tokens }) => sum + tokens, 0),
    // Kinds are words of a log; `__proto__` may be one.
    byKind: Object.fromEntries(kinds),
  };
}
