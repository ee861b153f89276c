import type { EntryRow, StepDiff } from '../../../shared/model/index.ts';
import { type Place, placeName } from '../../../shared/model/place.ts';
import { formatPolicy, type PolicyChoice } from '../../../shared/model/policy.ts';
import type { Changed } from '../../../shared/model/step-diff.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { scaleFor } from '../formats/context/models.ts';
import type { RecordedPart } from '../formats/context/recorded-request.ts';
import type { Pick } from '../formats/context/selection.ts';
import { type Decided, decideAt } from './assemble.ts';
import { shownOf, toolNames } from './blocks.ts';
import { branchSource, requestBefore } from './branch-source.ts';
import { cameWords, changeWords, FIRST, reasonIn, type Side, wentWords } from './change-reasons.ts';
import { differenceOf, seenOf } from './changes.ts';
import { changedWords, movedWords, partDifference } from './changes-parts.ts';
import { weighing } from './changes-weights.ts';
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
export async function changesBetween(rim: Rim, { tape, place, against, choice }: ChangesInput, limit = MOST_LISTED): Promise<StepDiff> {
  const now = sideOf(await decideAt(rim, tape, place, choice));
  const then = await earlier(rim, now, against, choice);
  const none = { ...now, step: now.step, picks: NO_PICKS, carriedBy: null, corrected: NO_CORRECTIONS };
  const found = differenceOf(now, then ?? none);
  const [list, listThen] = [listing(rim, now, limit), listing(rim, then ?? now, limit)];
  const added = list(found.added, (pick) => cameWords(pick, now, then));
  const gone = listThen(found.gone, wentWords(now, then, choice.type));
  const changed = list(
    found.changed.map(({ pick }) => pick),
    (_, at) => (then ? changeWords(found.changed[at]?.changes ?? [], now, then) : ''),
  );
  const parts = partsBetween(now, then);
  const more = (all: readonly unknown[]): number => Math.max(0, all.length - limit);
  return {
    tape: now.decided.tape.id,
    step: now.decided.step.step,
    ...now.decided.step.asked,
    against: then?.decided.step.step ?? null,
    policy: formatPolicy(choice),
    added: [...added.rows, ...parts.added],
    gone: [...gone.rows.map((one) => ({ ...one, reason: reasonIn(now, one.seq) })), ...parts.gone.map((one) => ({ ...one, reason: null }))],
    changed: [...changed.rows, ...parts.changed],
    more: { added: more(found.added), gone: more(found.gone), changed: more(found.changed) },
    same: found.same.length + parts.same,
    notes: parts.notes,
    tokens: { added: added.tokens + weightOf(parts.added), gone: gone.tokens + weightOf(parts.gone) },
  };
}

const NO_PICKS: ReadonlyMap<number, Pick> = new Map();
const NO_CORRECTIONS: ReadonlyMap<number, number> = new Map();

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
    // The anchor of the policy may be between the two steps: then there is nothing to compare with.
    if (failure instanceof TapeError && failure.code === 'not-found') return null;
    throw failure;
  }
};

/** The first entries of a list as rows, and what all of it weighs, as a view of that side estimates it. */
const listing = (rim: Rim, { decided, rowOf }: DecidedSide, limit: number) => {
  const { material } = decided;
  const toolOf = toolNames(material.rows.values(), material.own);
  return (picks: readonly Pick[], whyOf: (pick: Pick, at: number) => string): { rows: Changed[]; tokens: number } => {
    const lines = (): EntryRow[] =>
      answersWith(
        picks.flatMap(({ seq }) => rowOf(seq) ?? []),
        material.rows.values(),
      );
    const facts = { toolOf, estimated: weighing(rim, decided, lines), counted: () => undefined };
    const rows: Changed[] = [];
    let tokens = 0;
    for (const [at, pick] of picks.entries()) {
      const row = rowOf(pick.seq);
      if (row === undefined) continue;
      const shown = shownOf(pick, row, facts);
      tokens += shown.tokens.value;
      if (at < limit) rows.push({ seq: pick.seq, ...shown, why: whyOf(pick, at) });
    }
    return { rows, tokens };
  };
};
