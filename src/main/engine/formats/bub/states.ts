import type { Handed, StateRules } from '../context/states.ts';
import { PLAIN_STATES } from '../context/states.ts';
import { asObject } from '../json.ts';
import type { JsonObject } from '../values.ts';

/** Bub numbers its lines itself, and keeps counting where a line cannot be read any more. */
export const bubStates: StateRules = { ...PLAIN_STATES, numbered: true, ownNumbers: true, handed };

/** An anchor's state is whatever its writer put there. */
export function handed(record: JsonObject): Handed {
  const renumbered = asObject(asObject(asObject(record.meta)?.from)?.ids) ?? {};
  const became = new Map<number, number>();
  for (const [id, now] of Object.entries(renumbered)) if (typeof now === 'number') became.set(Number(id), now);
  return { value: asObject(record.payload)?.state ?? {}, became };
}
