import type { EntryRow, StepRow } from '../../../../shared/model/index.ts';
import { Flag, has } from '../../../../shared/model/vocabulary.ts';
import { useEntryRows } from '../context/usePages.ts';

/** Results may be between the parts of one answer, so its entries are looked for in no more than this many. */
const SPAN = 40;

/**
 * Whether an entry is what the model answered: some logs count the prompt and their own bookkeeping to the step, or write each state of a call
 * before the one that it ended in.
 */
export function isAnswer({ kind, role, flags }: Pick<EntryRow, 'kind' | 'role' | 'flags'>): boolean {
  if (kind === 'event' || has(flags, Flag.Twin)) return false;
  return role === 'assistant' || kind === 'tool_call' || kind === 'error';
}

/** The entries in which the model answered at a step, as far as they are loaded. */
export function useAnswer(tape: string, step: StepRow | null): EntryRow[] {
  const length = step === null ? 0 : Math.min(SPAN, step.last - step.first + 1);
  const rows = useEntryRows(
    tape,
    Array.from({ length }, (_, at) => (step?.first ?? 1) + at),
  );
  return [...rows.values()].filter((row) => row.step === step?.step && isAnswer(row));
}
