import { figure } from '../../../shared/model/figure.ts';
import type { EntryRow } from '../../../shared/model/index.ts';

/** Entries that a sentence names. */
const NAMED = 3;

/**
 * What no model accepts in the messages of a context: calls without results, results without their call, two results of one call, and
 * anything said between a call and its results. One sentence each; none for a list that is in order. Calls and results without ids belong together by their order.
 */
export function refusals(rows: readonly EntryRow[]): string[] {
  /** Calls by id: a log that was redacted may have one id for several. */
  const open = new Map<string, EntryRow[]>();
  const answered = new Set<string>();
  /** Calls without ids, oldest first. */
  const nameless: EntryRow[] = [];
  const orphans: EntryRow[] = [];
  const again: EntryRow[] = [];
  const between: EntryRow[] = [];
  let caller: EntryRow | null = null;
  for (const row of rows) {
    for (const id of row.results) {
      const calls = open.get(id) ?? [];
      if (calls.shift() === undefined) (answered.has(id) ? again : orphans).push(row);
      if (calls.length === 0) open.delete(id);
      answered.add(id);
    }
    if (row.kind === 'tool_result' && row.results.length === 0 && nameless.shift() === undefined && caller === null) orphans.push(row);
    if (open.size + nameless.length > 0 && isSpoken(row, caller)) between.push(row);
    if (row.kind === 'tool_call' || row.calls.length > 0) caller = row;
    for (const id of row.calls) open.set(id, [...(open.get(id) ?? []), row]);
    if (row.kind === 'tool_call' && row.calls.length === 0) nameless.push(row);
  }
  const unanswered = [...new Set([...[...open.values()].flat(), ...nameless])];
  return [
    ...sentence(unanswered, 'has no result in this context', 'have no result in this context'),
    ...sentence([...new Set(orphans)], 'answers a call that is not in this context', 'answer calls that are not in this context'),
    ...sentence([...new Set(again)], 'answers a call that has a result already', 'answer calls that have a result already'),
    ...sentence(
      unanswered.length > 0 ? [] : [...new Set(between)],
      'comes between a call and its result',
      'come between a call and its result',
    ),
  ];
}

/** A prompt, or what another answer than the one with the call says. */
const isSpoken = ({ kind, role, calls, results, step }: EntryRow, caller: EntryRow | null): boolean =>
  kind === 'message' && calls.length + results.length === 0 && (role === 'user' || (role === 'assistant' && step !== caller?.step));

const sentence = (rows: readonly EntryRow[], one: string, many: string): string[] => {
  if (rows.length === 0) return [];
  const named = rows.slice(0, NAMED).map(({ seq, label, kind }) => `#${figure(seq)} (${label || kind.replace('_', ' ')})`);
  const more = rows.length > NAMED ? ` and ${figure(rows.length - NAMED)} more` : '';
  return [`No model accepts these messages: ${named.join(', ')}${more} ${rows.length === 1 ? one : many}.`];
};
