import type { EntryRow } from '../../../shared/model/index.ts';
import { plainModel } from '../../../shared/model/limits.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { opensTurn } from './kept.ts';

/**
 * Models before Claude Opus 4.5 are not shown again what they thought in earlier turns: the provider takes it out and does not count it
 * (its documentation says so, and recorded contexts shrink by just that). Later ones keep it.
 */
const FORGETFUL = /^claude-(instant|[123]\b|opus-4(-[01])?(-\d{8})?$|(sonnet|haiku)-4(-[0-5])?(-\d{8})?$)/;

const forgets = (model: string | null): boolean => FORGETFUL.test(plainModel(model));

/** What Claude Code signs a thought with belongs to the account, so a login takes all thoughts out, whichever the model. */
const LOGIN = '/login';

const isLogin = (row: EntryRow): boolean => row.label === LOGIN && row.kind === 'message' && row.role === 'user';

/** Behind this entry a model is shown none of the thinking that stands before it. */
const ends = (row: EntryRow, model: string | null): boolean => isLogin(row) || (forgets(model) && opensTurn(row));

/** Thinking among the rows of a context, in order, that the model is not shown again. */
export const forgotten = (rows: readonly EntryRow[], model: string | null): ReadonlySet<number> => {
  const last = rows.findLastIndex((row) => ends(row, model));
  return new Set(rows.slice(0, Math.max(last, 0)).flatMap((row) => (isThinking(row) ? [row.seq] : [])));
};

/** Whether a context that goes on with `rows` leaves all thinking where it was. `thinks`: some of what it shows is thinking. */
export const keepsThinking = (rows: readonly EntryRow[], thinks: boolean, before: string | null, now: string | null): boolean =>
  forgets(before) === forgets(now) && !(thinks && rows.some((row) => ends(row, now)));

/** Thinking and nothing else. */
export const isThinking = (row: EntryRow | undefined): boolean => row !== undefined && has(row.flags, Flag.Thinking);
