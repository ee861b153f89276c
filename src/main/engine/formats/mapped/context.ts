import { isSent, linear } from '../context/anchors.ts';
import { PLAIN_HABITS } from '../context/habits.ts';
import type { Rules } from '../context/rules.ts';
import { PLAIN_STATES } from '../context/states.ts';

/** A mapping says where messages are, and nothing of what a program leaves out or compacts. */
export const mappedRules: Rules = {
  selectors: linear(isSent),
  evidence: { unknown: 'A mapping says where the messages are, not what is sent of them: all messages before the answer are shown.' },
  ...{ begins: 'start', tree: false, ownPrompt: false, ordered: false },
  ...{ habits: PLAIN_HABITS, states: PLAIN_STATES, chain: null, lacking: () => [] },
};
