import { figure } from '../../../shared/model/figure.ts';
import type { EntryRow } from '../../../shared/model/index.ts';

/** Entries that a sentence names. */
const NAMED = 3;

/**
 * What no model accepts in the messages of a context: calls without results, results without their call, and anything said between a call
 * and its results. One sentence each; none for a list that is in order. Calls and results without ids belong together by their order.
 */
export function refusals(rows: readonly EntryRow[]): string[] {
  const open = new Map<string, EntryRow>();
  const orphans: EntryRow[] = [];
  const between: EntryRow[] = [];
  let last: EntryRow | null = null;
  for (const row of rows) {
    for (const id of row.results) if (!open.delete(id)) orphans.push(row);
    if (row.kind === 'tool_result' && row.results.length === 0 && last === null) orphans.push(row);
    if (row.kind === 'tool_call' || row.kind === 'tool_result') last = row;
    if (open.size > 0 && row.kind === 'message' && row.calls.length === 0 && row.results.length === 0 && row.role === 'user')
      between.push(row);
    for (const id of row.calls) open.set(id, row);
  }
  const unanswered = [...new Set(open.values())];
  return [
    ...sentence(unanswered, 'has no result in this context', 'have no result in this context'),
    ...sentence([...new Set(orphans)], 'answers a call that is not in this context', 'answer calls that are not in this context'),
    ...sentence(
      unanswered.length > 0 ? [] : [...new Set(between)],
      'comes between a call and its result',
      'come between a call and its result',
    ),
  ];
}

const sentence = (rows: readonly EntryRow[], one: string, many: string): string[] => {
  if (rows.length === 0) return [];
  const named = rows.slice(0, NAMED).map(({ seq, label, kind }) => `#${figure(seq)} (${label || kind.replace('_', ' ')})`);
  const more = rows.length > NAMED ? ` and ${figure(rows.length - NAMED)} more` : '';
  return [`No model accepts these messages: ${named.join(', ')}${more} ${rows.length === 1 ? one : many}.`];
};
