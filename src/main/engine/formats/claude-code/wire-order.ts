import type { EntryRow } from '../../../../shared/model/index.ts';
import { Flag, has } from '../../../../shared/model/vocabulary.ts';
import { opensTurn } from '../context/rows.ts';
import type { Pick } from '../context/selection.ts';

/**
 * Picks in the order in which Claude Code sends them: between two answers it keeps the order of writing, and what it attaches to a prompt
 * comes before the prompt, up to the result or answer before it. What a compaction kept stays where it is.
 */
export function wireOrder(picks: readonly Pick[], rowOf: (seq: number) => EntryRow | undefined, fixed: ReadonlySet<number>): Pick[] {
  if (isInOrder(picks, rowOf)) return [...picks];
  const out: Pick[] = [];
  let run: Pick[] = [];
  const close = (): void => {
    out.push(...attachedFirst(run.some(({ seq }) => fixed.has(seq)) ? run : run.toSorted((a, b) => a.seq - b.seq), rowOf));
    run = [];
  };
  for (const pick of picks) {
    if (rowOf(pick.seq)?.role !== 'assistant') run.push(pick);
    else {
      close();
      out.push(pick);
    }
  }
  close();
  return out;
}

/** Nothing was attached, and between two answers all stay as they were written. */
function isInOrder(picks: readonly Pick[], rowOf: (seq: number) => EntryRow | undefined): boolean {
  let last = 0;
  for (const { seq } of picks) {
    const row = rowOf(seq);
    if (row !== undefined && row.role !== 'assistant' && isAttached(row)) return false;
    if (seq < last && row?.role !== 'assistant') return false;
    last = row?.role === 'assistant' ? 0 : seq;
  }
  return true;
}

/** Attachments before what they were attached to, in each stretch after a result. */
function attachedFirst(run: readonly Pick[], rowOf: (seq: number) => EntryRow | undefined): Pick[] {
  const out: Pick[] = [];
  let attached: Pick[] = [];
  let said: Pick[] = [];
  for (const pick of run) {
    const row = rowOf(pick.seq);
    if (row?.kind === 'tool_result') {
      out.push(...attached, ...said, pick);
      [attached, said] = [[], []];
    } else (row && isAttached(row) ? attached : said).push(pick);
  }
  return [...out, ...attached, ...said];
}

const isAttached = ({ kind, flags }: EntryRow): boolean => kind === 'attachment' || has(flags, Flag.Queued);

/** Calls without a result among the picks, where the conversation continued without one: the agent removes them when it resumes. */
export function givenUp(picks: readonly Pick[], rowOf: (seq: number) => EntryRow | undefined): ReadonlySet<number> {
  const rows = picks.flatMap(({ seq }) => rowOf(seq) ?? []);
  const answered = new Set(rows.flatMap((row) => row.results));
  const last = rows.findLastIndex((row) => row.results.length === 0);
  const end = rows[last]?.step ?? null;
  const gone = rows.filter(
    (row, at) =>
      at < last && row.calls.length > 0 && (row.step === null || row.step !== end) && !row.calls.some((call) => answered.has(call)),
  );
  return new Set(gone.map(({ seq }) => seq));
}

/** Results among the picks of which the call is nowhere, once a prompt follows: an agent that mends its chain when it resumes takes them out. */
export function callless(picks: readonly Pick[], rowOf: (seq: number) => EntryRow | undefined): ReadonlySet<number> {
  const rows = picks.flatMap(({ seq }) => rowOf(seq) ?? []);
  const called = new Set(rows.flatMap((row) => row.calls));
  const last = rows.findLastIndex(opensTurn);
  const gone = rows.filter(({ results }, at) => at < last && results.length > 0 && !results.some((call) => called.has(call)));
  return new Set(gone.map(({ seq }) => seq));
}
