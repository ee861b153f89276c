import type { Reached } from '../../../shared/model/handoff.ts';
import type { Json } from '../formats/format.ts';
import { isObject } from '../formats/json.ts';
import type { Context } from './contexts.ts';
import type { PhaseStart } from './starts.ts';
import { recordsFor } from './state-of.ts';

/** Said of every beginning: who began, and where what came before was put. Nothing that was meant for the model. */
const BOOKKEEPING = new Set(['phase', 'archived', 'hook', 'command']);

/** Something was meant for the next phase. */
const carriesState = (value: Json): boolean => {
  if (!isObject(value)) return value !== null;
  return Object.entries(value).some(([key, each]) => !(key === 'owner' && each === 'human') && !BOOKKEEPING.has(key) && !isEmpty(each));
};

/** Bub writes a summary where nobody gave one. */
const isEmpty = (value: Json): boolean => value === null || value === '' || (Array.isArray(value) && value.length === 0);

const unknown = (words: string, step: number | null = null): Reached => ({ status: 'unknown', step, words });

/** Whether a state stood in the context of the phase's first request. `first` is null where the phase made none. */
export const reachedBy = (start: PhaseStart, state: Json, first: number | null, contextOf: (step: number) => Context | null): Reached => {
  if (!carriesState(state)) return unknown('It hands nothing over.', first);
  if (first === null) return unknown('No request was made in this phase.');
  const context = contextOf(first);
  if (context === null)
    return unknown(`The context of step ${first} is too large to be looked at here; ask for the view of that step.`, first);
  const what = start.type === 'compaction' ? 'The summary' : start.type === 'plan' ? 'The plan' : 'The state';
  if (standsIn(start, context)) return { status: 'yes', step: first, words: `${what} stood in the context of step ${first}.` };
  const left = context.findings.find((finding) => finding.type === 'left-out-anchor');
  const call = left?.type === 'left-out-anchor' && left.anchor.seq === start.seq ? left.handoffCall : null;
  if (call !== null)
    return {
      status: 'partly',
      step: first,
      words: `Only the call that made the handoff, entry ${call}, stood in the context of step ${first}.`,
    };
  const why = left ? ': the agent sends what comes after the anchor' : '';
  return { status: 'no', step: first, words: `${what} was not in the context of step ${first}${why}.` };
};

const standsIn = (start: PhaseStart, { seqs }: Context): boolean => {
  if (start.type === 'compaction') return start.summary !== null && seqs.has(start.summary);
  return start.derived ? recordsFor(start).some((seq) => seq !== start.call && seqs.has(seq)) : seqs.has(start.seq);
};
