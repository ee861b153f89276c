import { PLAIN_HABITS } from '../context/habits.ts';
import type { Rules } from '../context/rules.ts';
import { PLAIN_STATES, type StateRules } from '../context/states.ts';
import { asObject, asString } from '../json.ts';
import { COMPACTION, SYSTEM } from './read.ts';
import { continues, selectorsWith } from './select.ts';

/** A compaction hands over its summary, with the files that it names. The prompt and the tools that newer versions keep in the same record are no part of that. */
const piStates: StateRules = {
  ...PLAIN_STATES,
  compacted({ summary, details }) {
    const named = asObject(details);
    return { summary: asString(summary) ?? '', ...(named !== null && { details: named }) };
  },
};

/** How sessions of pi become contexts. */
export const piRules: Rules = {
  selectors: selectorsWith(() => []),
  ownPrompt: false,
  tree: true,
  begins: 'compaction',
  evidence: {
    step: 'The path from the root to the parent of this answer, from its last compaction on with what that kept, as pi builds its context.',
    next: 'The newest branch, from its last compaction on with what that kept, as pi builds its context; the prompt that is typed next comes after it.',
    after:
      'The branch of this entry, from its last compaction on with what that kept, as pi builds its context; the prompt that is typed next comes after it.',
  },
  ordered: true,
  // Newer versions log prompt and tools: what is left is what the API adds to each message.
  lacking: ({ labels }) =>
    labels.has(SYSTEM) || labels.has(COMPACTION) ? [{ what: 'frame', note: 'what the API adds to messages and tools' }] : [],
  habits: PLAIN_HABITS,
  replaces: ({ kind }) => kind === 'context_edit',
  chain: null,
  continues,
  states: piStates,
};
