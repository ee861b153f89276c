import type { EntryRow } from '../../../../shared/model/index.ts';
import { plainModel } from '../../../../shared/model/limits.ts';
import { isThinking, opensTurn } from '../context/rows.ts';
import { isSince } from './version.ts';

/**
 * Models before Claude Opus 4.5 are not shown again what they thought in earlier turns: the provider takes it out and does not count it
 * (its documentation says so, and recorded contexts shrink by just that). Later ones keep it.
 */
const FORGETFUL = /^claude-(instant|[123]\b|opus-4(-[01])?(-\d{8})?$|(sonnet|haiku)-4(-[0-5])?(-\d{8})?$)/;

/** The first version known to ask the provider, in each request with thinking, to keep all of it. */
const KEEPS_ALL = '2.1.92';

/** Who reads a context, and which program sends it. */
export interface Reading {
  model: string | null;
  /** Version of the program; null where the tape does not say. */
  writer: string | null;
}

export const forgets = ({ model, writer }: Reading): boolean =>
  FORGETFUL.test(plainModel(model)) && (writer === null || !isSince(writer, KEEPS_ALL));

/** What Claude Code signs a thought with belongs to the account, so a login takes all thoughts out, whichever the model. */
const LOGIN = '/login';

const isLogin = (row: EntryRow): boolean => row.label === LOGIN && row.kind === 'message' && row.role === 'user';

/** Behind this entry a model is shown none of the thinking that stands before it. */
export const ends = (row: EntryRow, reading: Reading): boolean => isLogin(row) || (opensTurn(row) && forgets(reading));

/** Thinking among the rows of a context, in order, that the model is not shown again. */
export const forgotten = (rows: readonly EntryRow[], reading: Reading): ReadonlySet<number> => {
  const last = rows.findLastIndex((row) => ends(row, reading));
  return new Set(rows.slice(0, Math.max(last, 0)).flatMap((row) => (isThinking(row) ? [row.seq] : [])));
};

/** Whether a context that goes on with `rows` leaves all thinking where it was. `thinks`: some of what it shows is thinking. */
export const keepsThinking = (rows: readonly EntryRow[], thinks: boolean, before: Reading, now: Reading): boolean =>
  forgets(before) === forgets(now) && !(thinks && rows.some((row) => ends(row, now)));
