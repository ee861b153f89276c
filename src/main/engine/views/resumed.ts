import type { EntryRow } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { isSince } from '../formats/claude-code-version.ts';
import { opensTurn } from './kept.ts';
import { isThinking } from './thinking.ts';
import { estimate, scaleFor } from './tokens.ts';

/** The first version known to find all parallel results again when it resumes. Earlier ones read the chain of parents and nothing else. */
const FINDS_ALL = '2.1.84';

/** Whether a program that resumes may lose what hangs beside the chain. */
export const mayLose = (writer: string | null): boolean => writer !== null && !isSince(writer, FINDS_ALL);

export interface Resumed {
  /** The last prompt at which the agent began again from its file. */
  at: EntryRow;
  /** How far the recorded size fell short of what it would have been. */
  tokens: number;
}

interface Asked {
  /** The chain, from its beginning to the entry before the step. */
  path: readonly number[];
  /** What is live beside the chain. */
  beside: readonly EntryRow[];
  rowOf: (seq: number) => EntryRow | undefined;
  /** Size of the context that the log records for a step. */
  recordedOf: (step: number) => number | null;
  /** The step that is looked at; null where no request was made yet. */
  step: number | null;
  model: string | null;
}

/**
 * Where the agent lost what hung beside the chain, by what it recorded: between two requests with a prompt between them the size grew by
 * less than half way to what it would be with everything. Null where nothing says so.
 */
export function resumedAt({ path, beside, rowOf, recordedOf, step, model }: Asked): Resumed | null {
  const scale = scaleFor(model);
  const rows = path.flatMap((seq) => rowOf(seq) ?? []);
  const weigh = (some: readonly EntryRow[]): number =>
    some.reduce((sum, row) => sum + (has(row.flags, Flag.Sent) ? estimate(row, scale) : 0), 0);
  let found: Resumed | null = null;
  rows.forEach((prompt, at) => {
    if (!opensTurn(prompt)) return;
    const lost = beside.filter(({ seq }) => seq < prompt.seq && seq > (found?.at.seq ?? 0));
    const before = rows.slice(0, at).findLast(isAnswer)?.step ?? null;
    const after = rows.slice(at).find(isAnswer);
    const next = after === undefined ? step : after.step;
    const [then, now] = [before, next].map((one) => (one === null ? null : recordedOf(one)));
    if (lost.length === 0 || then == null || now == null) return;
    const came = rows.filter((row) => (row.step === before || row.seq > prompt.seq - 1) && (after === undefined || row.seq < after.seq));
    const forgot = weigh(rows.slice(0, at).filter(isThinking));
    const missing = weigh(came.filter((row) => !isThinking(row))) - forgot - (now - then);
    const weight = weigh(lost) + weigh(rows.filter((row) => isCallOf(row, lost)));
    if (missing > weight / 2) found = { at: prompt, tokens: missing };
  });
  return found;
}

const isAnswer = ({ role, step, flags }: EntryRow): boolean => role === 'assistant' && step !== null && !has(flags, Flag.Synthetic);

/** A call goes with its result. */
const isCallOf = (row: EntryRow, results: readonly EntryRow[]): boolean =>
  row.calls.length > 0 && results.some((result) => result.results.some((call) => row.calls.includes(call)));
