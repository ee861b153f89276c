import { isSent, linear } from '../context/anchors.ts';
import { PLAIN_HABITS } from '../context/habits.ts';
import type { Rules } from '../context/rules.ts';
import { PLAIN_STATES } from '../context/states.ts';

const all = linear(isSent);

/** How transcripts of Entire become contexts. */
export const entireRules: Rules = {
  selectors: { ...all, 'as-recorded': all['last-anchor'] },
  ownPrompt: false,
  tree: false,
  begins: 'compaction',
  evidence: {
    unknown:
      'An Entire transcript is what was said, from the last summary on: thoughts, the system prompt, reminders, and what the agent cut or cleared before it sent are not in it.',
  },
  ordered: true,
  lacking: () => [
    { what: 'system-prompt', note: 'system prompt' },
    { what: 'tools', note: 'tool definitions' },
    { what: 'reminders', note: 'what the agent added to messages' },
  ],
  habits: PLAIN_HABITS,
  chain: null,
  states: PLAIN_STATES,
};
