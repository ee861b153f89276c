import type { EntryRow } from '../../../../shared/model/index.ts';
import type { Reading } from '../context/habits.ts';
import { isForgetful } from '../context/models.ts';
import { isThinking, opensTurn } from '../context/rows.ts';
import { isSince } from './version.ts';

/** The first version known to ask the provider, in each request with thinking, to keep all of it. */
const KEEPS_ALL = '2.1.92';

export function forgets({ model, writer }: Reading): boolean {
  return isForgetful(model) && (writer === null || !isSince(writer, KEEPS_ALL));
}

/** What Claude Code signs a thought with belongs to the account, so a login takes all thoughts out, whichever the model. */
const LOGIN = '/login';

const isLogin = (row: EntryRow): boolean => row.label === LOGIN && row.kind === 'message' && row.role === 'user';

/** After this entry a model is shown none of the thinking that comes before it. */
export function ends(row: EntryRow, reading: Reading): boolean {
  return isLogin(row) || (opensTurn(row) && forgets(reading));
}

/** Thinking among the rows of a context, in order, that the model is not shown again. */
export function forgotten(rows: readonly EntryRow[], reading: Reading): ReadonlySet<number> {
  const last = rows.findLastIndex((row) => ends(row, reading));
  return new Set(rows.slice(0, Math.max(last, 0)).flatMap((row) => (isThinking(row) ? [row.seq] : [])));
}

/** Whether a context that continues with `rows` leaves all thinking where it was. `thinks`: some of what it shows is thinking. */
export function keepsThinking(rows: readonly EntryRow[], thinks: boolean, before: Reading, now: Reading): boolean {
  return forgets(before) === forgets(now) && !(thinks && rows.some((row) => ends(row, now)));
}
