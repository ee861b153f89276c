import type { StepDiff } from '../../../shared/model/index.ts';
import { type Place, placeName } from '../../../shared/model/place.ts';
import { formatPolicy, type PolicyChoice } from '../../../shared/model/policy.ts';
import type { Changed } from '../../../shared/model/step-diff.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { scaleFor } from '../formats/context/models.ts';
import type { RecordedPart } from '../formats/context/recorded-request.ts';
import type { Pick } from '../formats/context/selection.ts';
import { type Decided, decideAt } from './assemble.ts';
import { blockOf, toolNames } from './blocks.ts';
import { branchSource, requestBefore } from './branch.ts';
import { differenceOf, seenOf } from './changes.ts';
import { changedWords, movedWords, partDifference } from './changes-parts.ts';
import { weighing } from './changes-weights.ts';
import { cameWords, changeWords, FIRST, reasonIn, type Side, wentWords } from './changes-words.ts';
import { fromRequest } from './recorded-blocks.ts';
import { requestParts } from './request-parts.ts';
import type { Rim } from './rim.ts';
import { answersWith } from './weights.ts';

/** Entries in each list of an answer. */
const MOST_LISTED = 5000;

export interface ChangesInput {
  tape: string;
  place: Place;
  /** Without it the request before on the same branch. */
  against?: number | undefined;
  choice: PolicyChoice;
}

/**
 * What is different between the contexts of two requests under one policy. Reads no source for
 * it unless the policy itself has to, so that all weights are estimates.
 * Throws TapeError('not-found') for an unknown tape, step or anchor.
 */
export const changesBetween = async (rim: Rim, { tape, place, against, choice }: ChangesInput, limit = MOST_LISTED): Promise<StepDiff> => {
  const now = sideOf(await decideAt(rim, tape, place, choice));
  const then = await earlier(rim, now, against, choice);
  const none = { ...now, step: now.step, picks: [], carriedBy: null, corrected: new Map<number, number>() };
  const found = differenceOf(now, then ?? none);
  const [came, went] = [weights(rim, now, found), weights(rim, then ?? now, found)];
  const left = wentWords(now, then, choice.type);
  const parts = partsBetween(now, then);
  const some = <T>(list: readonly T[]): readonly T[] => list.slice(0, limit);
  const more = (list: readonly unknown[]): number => Math.max(0, list.length - limit);
  return {
    tape: now.decided.tape.id,
    step: now.decided.step.step,
    ...now.decided.step.asked,
    against: then?.decided.step.step ?? null,
    policy: formatPolicy(choice),
    added: [...some(found.added).flatMap((pick) => came.row(pick, cameWords(pick, now, then))), ...parts.added],
    gone: [
      ...some(found.gone).flatMap((pick) => went.row(pick, left(pick)).map((one) => ({ ...one, reason: reasonIn(now, pick.seq) }))),
      ...parts.gone.map((one) => ({ ...one, reason: null })),
    ],
    changed: [
      ...some(found.changed).flatMap(({ pick, changes }) => came.row(pick, then ? changeWords(changes, now, then) : '')),
      ...parts.changed,
    ],
    more: { added: more(found.added), gone: more(found.gone), changed: more(found.changed) },
    same: found.same.length + parts.same,
    notes: parts.notes,
    tokens: { added: came.sum(found.added) + weightOf(parts.added), gone: went.sum(found.gone) + weightOf(parts.gone) },
  };
};

const weightOf = (list: readonly Changed[]): number => list.reduce((sum, { tokens }) => sum + tokens.value, 0);

interface PartRows {
  added: Changed[];
  gone: Changed[];
  changed: Changed[];
  same: number;
  notes: string[];
}

const NO_PARTS: PartRows = { added: [], gone: [], changed: [], same: 0, notes: [] };

/** What only the requests have, where both are recorded. Whether one that is not recorded had the same, nobody knows. */
const partsBetween = (now: DecidedSide, then: DecidedSide | null): PartRows => {
  const [news, olds] = [recordedIn(now), then && recordedIn(then)];
  const scale = scaleFor(now.row.model);
  const row = (part: RecordedPart, why: string): Changed => {
    const { kind, label, tone, tokens, request } = fromRequest(part, scale);
    return { seq: request.entry, kind, label, tone, tokens, why, request };
  };
  if (then === null) return { ...NO_PARTS, added: partDifference(news ?? [], []).added.map((part) => row(part, FIRST)) };
  if (news === null && olds === null) return NO_PARTS;
  if (news === null || olds === null) {
    const { name } = news === null ? now : then;
    return { ...NO_PARTS, notes: [`System prompt, tools and parameters are not compared: no request is recorded for ${name}.`] };
  }
  const { added, gone, changed, same } = partDifference(news, olds);
  return {
    added: added.map((part) => row(part, movedWords(part, 'added'))),
    gone: gone.map((part) => row(part, movedWords(part, 'gone'))),
    changed: changed.map(({ part, was }) => row(part, changedWords(part, was))),
    same,
    notes: [],
  };
};

const recordedIn = ({ decided }: DecidedSide): RecordedPart[] | null =>
  decided.request.hints?.recorded === undefined ? null : requestParts(decided);

type DecidedSide = Side & { decided: Decided };

const sideOf = (decided: Decided): DecidedSide => {
  const { selection, material, step, rowOf, place } = decided;
  const anchors = new Map(material.anchors.map((anchor) => [anchor.seq, anchor]));
  return {
    ...seenOf(decided),
    ...{ decided, selection, floor: selection.floor, rowOf, row: step },
    name: step.step === null ? `the ${placeName(place)}` : placeName({ step: step.step }),
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
