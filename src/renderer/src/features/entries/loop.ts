import type { EntryRow } from '../../../../shared/model/index.ts';
import { Flag, has } from '../../../../shared/model/vocabulary.ts';

/** Where an entry is in the loop of an agent that logs one: it begins a turn, begins or ends a request of it, or belongs to a request. */
export function loopOf({ id, kind, step, label, flags }: EntryRow): 'turn' | 'request' | 'part' | undefined {
  if (has(flags, Flag.Turn)) return 'turn';
  // The end of a request is as far in as its beginning, though it belongs to no step any more.
  if (has(flags, Flag.Request) || (kind === 'event' && /^loop\.step(\.|$)/.test(label))) return 'request';
  return id === null && step !== null ? 'part' : undefined;
}
