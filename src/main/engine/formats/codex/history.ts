import type { EntryRow, OmissionReason } from '../../../../shared/model/index.ts';
import { Flag, has } from '../../../../shared/model/vocabulary.ts';
import { NOTICES, TAKEN } from './injected.ts';
import { turnsBack } from './read-event.ts';

/** What of a row decides whether it is in the history. */
export type HistoryRow = Pick<EntryRow, 'seq' | 'kind' | 'role' | 'flags' | 'label' | 'chars' | 'part'>;

/** The history of a thread before a request: what is in it, in order, and why what was in it no longer is. */
export interface History {
  items: HistoryRow[];
  gone: Map<number, OmissionReason>;
  /** The log says where turns begin and end. Programs that write that down (after 0.98) go back by it. */
  turns: boolean;
}

/**
 * The history that the given rows make, in file order. Codex sends all of it with each request. `undone`: the compaction that put nothing in the place
 * of the old history, see `isUndone`.
 */
export function historyOf(rows: Iterable<HistoryRow>, undone: number | null = null): History {
  const history: History = { items: [], gone: new Map(), turns: false };
  let within = false;
  for (const row of rows) {
    within = row.seq === undone || (within && (row.part ?? 0) > 0);
    if (within && row.seq !== undone) history.gone.set(row.seq, 'other-branch');
    else take(history, row);
  }
  return history;
}

/** Takes the next row into the history, which it extends, replaces or cuts. */
function take(history: History, row: HistoryRow): void {
  history.turns ||= BOUNDS.has(row.label);
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
 * What a compaction up to 0.98 keeps: the newest context of each kind that the program injects, then the prompts of the user, and what it says of a
 * stopped turn in the user's name. Older summaries go, where they say that they are ones.
 */
function keptOf(items: readonly HistoryRow[]): HistoryRow[] {
  const injected = new Map<string, HistoryRow>();
  for (const row of items) if (isContext(row)) injected.set(`${row.role} ${row.label}`, row);
  return [...injected.values(), ...fitting(items.filter((row) => isPrompt(row) || TAKEN.has(row.label)))];
}

/** Tokens of prompts that such a compaction keeps, the newest first. */
export const ROOM = 20_000;

/** Rows know characters, of which four make a token at most: what is left out here has no room for certain. */
function fitting(prompts: readonly HistoryRow[]): HistoryRow[] {
  let left = ROOM;
  const from = prompts.findLastIndex((row) => {
    left -= Math.ceil(row.chars / 4);
    return left <= 0;
  });
  return prompts.slice(Math.max(0, from));
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

/**
 * A rollback drops everything from a prompt on, and after 0.98 the context that was injected for it; the summary of a compaction counts as a
 * prompt.
 */
function goBack(history: History, turns: number): void {
  const { items } = history;
  const first = items.findIndex(isTurn);
  let from = items.length;
  for (let left = turns; left > 0 && from > first; left -= 1) from = items.findLastIndex((row, index) => index < from && isTurn(row));
  while (history.turns && from < items.length && from > first && isForTurn(items[from - 1])) from -= 1;
  if (first >= 0) for (const { seq } of items.splice(from)) history.gone.set(seq, 'other-branch');
}

const isTurn = (row: HistoryRow): boolean => isPrompt(row) || (isMessage(row) && has(row.flags, Flag.Summary));

/** What is injected before a prompt: anything in the user's name that no person typed, and what the developer says of the turn. */
const isForTurn = (row: HistoryRow | undefined): boolean =>
  row !== undefined &&
  row.kind === 'message' &&
  ((row.role === 'user' && !isTurn(row)) || (row.role === 'system' && OF_TURN.has(row.label)));

const OF_TURN: ReadonlySet<string> = new Set(['permissions', 'model switch', 'collaboration mode', 'personality']);

/**
 * Whether the turn of a compaction was rolled back. Where no other compaction is older, Codex then begins with nothing after it: neither with what was
 * there before nor with what the compaction put in its place.
 */
export function isUndone(rows: readonly HistoryRow[], compaction: number): boolean {
  let [left, asked, known] = [0, false, false];
  for (const row of rows.toReversed()) {
    if (row.seq <= compaction) break;
    left += row.kind === 'anchor' ? (turnsBack(row.label) ?? 0) : 0;
    asked ||= row.label === 'user_message';
    known ||= BOUNDS.has(row.label);
    if (!BEGINNINGS.has(row.label)) continue;
    if (asked) left = Math.max(0, left - 1);
    asked = false;
  }
  return known && left > 0;
}

const BEGINNINGS: ReadonlySet<string> = new Set(['task_started', 'turn_started']);
const BOUNDS: ReadonlySet<string> = new Set([...BEGINNINGS, 'task_complete', 'turn_complete']);
