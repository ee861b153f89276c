import { Flag } from '../../../../shared/model/vocabulary.ts';
import type { Facts, ThreadChange } from '../format.ts';
import type { Hint } from './hint.ts';
import type { Entry, ThreadState } from './state.ts';

/**
 * What a fork copied from its source into its own file: a second `session_meta`, of the source, and all records up to the first one whose id
 * the program made after it had made the fork. Ids are UUIDs of version 7, which compare by age.
 */

/** A `session_meta`: of the thread itself (again at each resume), or of the source of a copy, where the copy begins. */
export function startCopy(state: ThreadState, { id }: Extract<Hint, { is: 'meta' }>, time: number | null): ThreadChange | null {
  if (state.own === null || state.own === id) return null;
  state.copying ??= { ids: false, time };
  return { flags: Flag.Shared, facts: { forkedFrom: { session: id } } };
}

/** Times are rewritten in a copy: where no ids tell, a second without a record ends it, or a pause that no copy makes before what begins a turn. */
const GAP = 1000;
const PAUSE = 40;

const beginsTurn = (hint: Hint | null): boolean => hint?.is === 'bound' || (hint?.is === 'item' && hint.said !== '');

const pauseOf = (before: number | null, now: number | null): number => (before === null || now === null ? 0 : now - before);

export function endCopy(state: ThreadState, copying: NonNullable<ThreadState['copying']>, { hint, time }: Entry): void {
  const id = hint !== null && 'id' in hint ? hint.id : null;
  if (id !== null && state.own !== null && id >= state.own) state.copying = null;
  else if (!copying.ids && id === null && pauseOf(copying.time, time) > (beginsTurn(hint) ? PAUSE : GAP)) state.copying = null;
  else if (id !== null) copying.ids = true;
  if (time !== null) copying.time = time;
  if (state.copying === null) Object.assign(state, { open: false, summing: false });
}

/** What the first `session_meta` says of the tape. */
export function factsOfMeta(state: ThreadState, { id, from, parent }: Extract<Hint, { is: 'meta' }>): { facts: Facts } | null {
  if (state.own !== null) return null;
  state.own = id;
  const started = parent === null ? {} : { agent: id, spawnedBy: parent };
  return { facts: { session: id, ...started, ...(from === null ? {} : { forkedFrom: from }) } };
}
