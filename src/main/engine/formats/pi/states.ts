import { PLAIN_STATES, type StateRules } from '../context/states.ts';
import { asObject, asString } from '../json.ts';

/** A compaction hands over its summary, with the files that it names. The prompt and the tools that newer versions keep in the same record are no part of that. */
export const piStates: StateRules = {
  ...PLAIN_STATES,
  compacted({ summary, details }) {
    const named = asObject(details);
    return { summary: asString(summary) ?? '', ...(named !== null && { details: named }) };
  },
};
