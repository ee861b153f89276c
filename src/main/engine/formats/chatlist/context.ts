import { isSent, linear } from '../context/anchors.ts';
import { PLAIN_HABITS } from '../context/habits.ts';
import type { Rules } from '../context/rules.ts';
import { PLAIN_STATES } from '../context/states.ts';

const all = linear(isSent);

/** How lists of messages become contexts: each conversation is a list of its own. */
export const chatlistRules: Rules = {
  selectors: { ...all, 'as-recorded': all['last-anchor'] },
  ownPrompt: false,
  tree: false,
  begins: 'anchor',
  evidence: {
    step: 'The messages of the conversation before this answer: the list itself, of which nobody says whether a program sent more or less.',
    next: 'All messages of the newest conversation: the list itself; the next prompt comes after it.',
  },
  ordered: true,
  lacking: () => [],
  habits: PLAIN_HABITS,
  chain: null,
  states: PLAIN_STATES,
};
