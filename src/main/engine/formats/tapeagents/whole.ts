import { asObject, isObject, without } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';

/** Whether a record is a step, and not a tape with steps of its own. */
export function isStep(record: JsonObject): boolean {
  return (typeof record.kind === 'string' || typeof record.role === 'string') && record.steps === undefined;
}

/** The key of a step in a tape that another tape has as its context: an agent that judges or imitates another one reads that one's tape. */
export const HEARD = 'context_step';

/** The key under which a tape has its steps. */
export const STEPS: ReadonlySet<string> = new Set(['steps']);

/**
 * The entries of a tape in one record, or of what comes before its steps, each as a record: what the tape says of itself, the steps of the tape that is
 * its context, its own steps. One entry for a record that is not a tape.
 */
export function entriesIn(record: JsonObject): JsonObject[] {
  const context = asObject(record.context);
  const heard = listIn(context);
  const own = listIn(record);
  if (heard === null && own === null) return [record];
  const head = own === null ? record : without(record, STEPS);
  return [
    context === null || heard === null ? head : { ...head, context: without(context, STEPS) },
    ...(heard ?? []).map((step) => ({ [HEARD]: step })),
    ...(own ?? []).map(asEntry),
  ];
}

const listIn = (tape: JsonObject | null): Json[] | null => (tape !== null && Array.isArray(tape.steps) ? tape.steps : null);

/** What is not a step keeps its words, and begins no tape of its own. */
export function asEntry(item: Json): JsonObject {
  if (!isObject(item)) return { step: item };
  return isStep(item) || (item.metadata === undefined && listIn(item) === null && listIn(asObject(item.context)) === null)
    ? item
    : { step: item };
}
