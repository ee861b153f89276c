import { isSent, linear } from '../../formats/context/anchors.ts';
import { PLAIN_HABITS } from '../../formats/context/habits.ts';
import type { Rules } from '../../formats/context/rules.ts';
import { PLAIN_STATES } from '../../formats/context/states.ts';

export const parrotRules: Rules = {
  selectors: linear(isSent),
  evidence: { step: 'Every message before the answer.', next: 'Every message.' },
  ...{ begins: 'start', tree: false, ownPrompt: false, ordered: false },
  ...{ habits: PLAIN_HABITS, states: PLAIN_STATES, chain: null, lacking: () => [] },
};
