import type { EntryRow, OmissionReason } from '../../../../shared/model/index.ts';
import { Flag, has } from '../../../../shared/model/vocabulary.ts';
import { NOTICES } from './injected.ts';
import { turnsBack } from './read-event.ts';

/** What of a row decides whether it is in the history. */
export type HistoryRow = Pick<EntryRow, 'seq' | 'kind' | 'role' | 'flags' | 'label' | 'chars'>;

/** The history of a thread before a request: what is in it, in order, and why what was in it no longer is. */
export interface History {
  items: HistoryRow[];
  gone: Map<number, OmissionReason>;
}

/** The history that the given rows make, in file order. Codex sends all of it with each request. */
export function historyOf(rows: Iterable<HistoryRow>): History {
  const history: History = { items: [], gone: new Map() };
  for (const row of rows) take(history, row);
  return history;
}

/** Takes the next row into the history, which it extends, replaces or cuts. */
function take(history: History, row: HistoryRow): void {
  const turns = row.kind === 'anchor' ? turnsBack(row.label) : null;
  if (turns !== null) goBack(history, turns);
  else if (has(row.flags, Flag.Boundary)) compact(history, row);
  else if (has(row.flags, Flag.Sent) && !has(row.flags, Flag.Excluded) && row.label !== BASE) history.items.push(row);
}

/** What the instructions of a session are called. */
export const BASE = 'base instructions';

/** What the item with the tools of some models is called. */
export const TOOLS = 'tools';

/** What the `session_meta` of a file is called that holds only its own lines of a history. */
export const BEGINS_ELSEWHERE = 'session_meta · begins in another file';

/** What a compaction that logs no new history goes by (0.98 and older): the rules below say what of the old one stays. */
export const SUMMARY_ALONE = 'summary alone';

/** A compaction whose record holds the new history leaves nothing of the old one; without it the rules of old writers say what stays. */
function compact(history: History, row: HistoryRow): void {
  const kept = has(row.flags, Flag.Sent) ? [...keptOf(history.items), row] : [];
  const stays = new Set(kept);
  for (const item of history.items) if (!stays.has(item)) history.gone.set(item.seq, 'compacted');
  history.items = kept;
}

/**
 * What a compaction up to 0.98 keeps: the newest context of each kind that the program injects, then the prompts of the user. Older
 * summaries go, where they say that they are ones.
 */
function keptOf(items: readonly HistoryRow[]): HistoryRow[] {
  const injected = new Map<string, HistoryRow>();
  for (const row of items) if (isContext(row)) injected.set(`${row.role} ${row.label}`, row);
  return [...injected.values(), ...items.filter((row) => isPrompt(row))];
}

/** A summary that does not say that it is one (0.58): the next compaction takes it for a prompt. */
export const BARE_SUMMARY = 'bare summary';

const isMessage = (row: HistoryRow): boolean => row.kind === 'message' && row.role === 'user';

const PROMPTS: ReadonlySet<string> = new Set(['', 'user action']);

/** Somebody asked for something, and a turn began. */
const isPrompt = (row: HistoryRow): boolean =>
  isMessage(row) && (row.label === BARE_SUMMARY || (PROMPTS.has(row.label) && !has(row.flags, Flag.Summary)));

const isContext = (row: HistoryRow): boolean =>
  row.kind === 'message' &&
  (row.role === 'user' || row.role === 'system') &&
  row.label !== '' &&
  !isPrompt(row) &&
  !has(row.flags, Flag.Summary | Flag.Notification) &&
  !NOTICES.has(row.label);

/** A rollback drops everything from a prompt on; the summary of a compaction counts as one. */
function goBack(history: History, turns: number): void {
  const { items } = history;
  let from = items.length;
  for (let left = turns; left > 0 && from > 0; left -= 1) {
    const at = items.findLastIndex((row, index) => index < from && (isPrompt(row) || (isMessage(row) && has(row.flags, Flag.Summary))));
    if (at < 0) break;
    from = at;
  }
  for (const { seq } of items.splice(from)) history.gone.set(seq, 'other-branch');
}
