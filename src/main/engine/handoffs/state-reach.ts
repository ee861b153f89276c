import type { Reached } from '../../../shared/model/handoff.ts';
import { type Place, placeName } from '../../../shared/model/place.ts';
import type { Json } from '../formats/format.ts';
import { isObject } from '../formats/json.ts';
import type { PhaseStart } from '../states/starts.ts';
import { recordsFor } from '../states/state-of.ts';
import type { Context } from './contexts.ts';

/** Said of every beginning: who began, and where what came before was put. Nothing that was meant for the model. */
const BOOKKEEPING = new Set(['phase', 'archived', 'hook', 'command']);

/** Something was meant for the next phase. */
const carriesState = (value: Json): boolean => {
  if (!isObject(value)) return value !== null;
  return Object.entries(value).some(([key, each]) => !(key === 'owner' && each === 'human') && !BOOKKEEPING.has(key) && !isEmpty(each));
};

/** Some writers put an empty summary where nobody gave one. */
const isEmpty = (value: Json): boolean => value === null || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * Whether a state was in the context of the phase's first request, or is in one that was not made. `first` is null where there is
 * none.
 */
export async function reachedBy(
  start: PhaseStart,
  state: Json,
  first: Place | null,
  contextOf: (place: Place) => Promise<Context | null>,
): Promise<Reached> {
  const step = first !== null && 'step' in first ? first.step : null;
  const unknown = (words: string): Reached => ({ status: 'unknown', step, words });
  if (!carriesState(state)) return unknown('No state was handed over.');
  if (first === null) return unknown('No request was made in this phase.');
  const where = step === null ? `the ${placeName(first)}` : `step ${step}`;
  const context = await contextOf(first);
  if (context === null) return unknown(`The context of ${where} is too large to check here; open its view.`);
  const what = start.type === 'compaction' ? 'The summary' : start.type === 'plan' ? 'The plan' : 'The state';
  const was = step === null ? 'is' : 'was';
  if (standsIn(start, context)) return { status: 'yes', step, words: `${what} ${was} in the context of ${where}.` };
  const left = context.findings.find((finding) => finding.type === 'left-out-anchor');
  const call = left?.type === 'left-out-anchor' && left.anchor.seq === start.seq ? left.handoffCall : null;
  if (call !== null)
    return { status: 'partly', step, words: `Only the call that made the handoff, entry ${call}, ${was} in the context of ${where}.` };
  const why = left ? ': the agent sends what comes after the anchor' : '';
  return { status: 'no', step, words: `${what} ${was} not in the context of ${where}${why}.` };
}

const standsIn = (start: PhaseStart, { seqs }: Context): boolean => {
  if (start.type === 'compaction') return start.summary !== null && seqs.has(start.summary);
  return start.derived ? recordsFor(start).some((seq) => seq !== start.call && seqs.has(seq)) : seqs.has(start.seq);
};
