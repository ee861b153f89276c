import type { StepDiff } from '../../../shared/model/index.ts';
import { formatPolicy, type PolicyChoice } from '../../../shared/model/policy.ts';
import type { Changed } from '../../../shared/model/step-diff.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { type Decided, decideAt } from './assemble.ts';
import { blockOf, toolNames } from './blocks.ts';
import { branchSource, requestBefore } from './branch.ts';
import { differenceOf, seenOf } from './changes.ts';
import { weighing } from './changes-weights.ts';
import { cameWords, changeWords, reasonIn, type Side, wentWords } from './changes-words.ts';
import type { Rim } from './rim.ts';
import type { Pick } from './selection.ts';
import { answersWith } from './weights.ts';

/** Entries in each list of an answer. */
const MOST_LISTED = 5000;

export interface ChangesInput {
  tape: string;
  step: number;
  /** Without it the request before on the same branch. */
  against?: number | undefined;
  choice: PolicyChoice;
}

/**
 * What is different between the contexts of two steps under one policy. Reads no source for
 * it unless the policy itself has to, so that all weights are estimates.
 * Throws TapeError('not-found') for an unknown tape, step or anchor.
 */
export const changesBetween = async (rim: Rim, { tape, step, against, choice }: ChangesInput, limit = MOST_LISTED): Promise<StepDiff> => {
  const now = sideOf(await decideAt(rim, tape, step, choice));
  const then = await earlier(rim, now, against, choice);
  const none = { ...now, step: now.step, picks: [], carriedBy: null, corrected: new Map<number, number>() };
  const found = differenceOf(now, then ?? none);
  const [came, went] = [weights(rim, now, found), weights(rim, then ?? now, found)];
  const left = wentWords(now, then, choice.type);
  const row = (pick: Pick, why: string): Changed[] => came.row(pick, why);
  return {
    tape: now.decided.tape.id,
    step: now.step,
    against: then?.step ?? null,
    policy: formatPolicy(choice),
    added: found.added.slice(0, limit).flatMap((pick) => row(pick, cameWords(pick, now, then))),
    gone: found.gone
      .slice(0, limit)
      .flatMap((pick) => went.row(pick, left(pick)).map((one) => ({ ...one, reason: reasonIn(now, pick.seq) }))),
    changed: found.changed.slice(0, limit).flatMap(({ pick, changes }) => row(pick, then ? changeWords(changes, now, then) : '')),
    more: {
      added: Math.max(0, found.added.length - limit),
      gone: Math.max(0, found.gone.length - limit),
      changed: Math.max(0, found.changed.length - limit),
    },
    same: found.same.length,
    tokens: { added: came.sum(found.added), gone: went.sum(found.gone) },
  };
};

type DecidedSide = Side & { decided: Decided };

const sideOf = (decided: Decided): DecidedSide => {
  const { selection, material, step, rowOf } = decided;
  const anchors = new Map(material.anchors.map((anchor) => [anchor.seq, anchor]));
  return {
    ...seenOf(decided),
    ...{ decided, selection, floor: selection.floor, rowOf, row: step },
    anchorAt: (seq) => anchors.get(seq),
  };
};

const earlier = async (
  rim: Rim,
  { decided }: DecidedSide,
  against: number | undefined,
  choice: PolicyChoice,
): Promise<DecidedSide | null> => {
  const { tape, step, request } = decided;
  if (against !== undefined) return sideOf(await decideAt(rim, tape.id, against, choice));
  const before = requestBefore(branchSource(rim.catalog, tape, request.anchors), step);
  if (before === null) return null;
  try {
    return sideOf(await decideAt(rim, tape.id, before.step, choice));
  } catch (failure) {
    // The anchor of the policy may stand between the two steps: then there is nothing to compare with.
    if (failure instanceof TapeError && failure.code === 'not-found') return null;
    throw failure;
  }
};

/** Rows of a list, and what it weighs in all, as a view of that side estimates it. */
const weights = (rim: Rim, { decided, picks, rowOf }: DecidedSide, found: ReturnType<typeof differenceOf>) => {
  const { material } = decided;
  const listed = new Set([...found.added, ...found.gone, ...found.changed.map(({ pick }) => pick)].map(({ seq }) => rowOf(seq)?.step));
  const rows = picks.flatMap(({ seq }) => {
    const row = rowOf(seq);
    return row && listed.has(row.step) ? [row] : [];
  });
  const weightOf = weighing(rim, decided, answersWith(rows, material.rows.values()));
  const toolOf = toolNames([...material.rows.values(), ...material.own]);
  const block = (pick: Pick) => {
    const row = rowOf(pick.seq);
    return row ? blockOf(pick, row, { toolOf, estimated: weightOf, counted: () => undefined, subagentOf: () => null }) : null;
  };
  return {
    row(pick: Pick, why: string): Changed[] {
      const made = block(pick);
      if (made === null) return [];
      const { kind, label, tone, tokens } = made;
      return [{ seq: pick.seq, kind, label, tone, tokens, why }];
    },
    sum: (list: readonly Pick[]): number => list.reduce((total, pick) => total + (block(pick)?.tokens.value ?? 0), 0),
  };
};
