import { PLAIN_HABITS } from '../context/habits.ts';
import type { Rules } from '../context/rules.ts';
import { PLAIN_STATES } from '../context/states.ts';
import { continues, selectors } from './select.ts';

/** How sessions of Qwen Code become contexts. */
export const qwenRules: Rules = {
  selectors,
  ownPrompt: false,
  tree: true,
  begins: 'compaction',
  evidence: {
    step: 'The path from the root to the parent of this answer, from the history of its last compression on, as Qwen Code sends it; reminders that are not logged come with it.',
    next: 'The newest branch, from the history of its last compression on, as Qwen Code sends it; the prompt that is typed next comes after it.',
    after:
      'The branch of this entry, from the history of its last compression on, as Qwen Code sends it; the prompt that is typed next comes after it.',
  },
  ordered: true,
  lacking: () => [
    { what: 'system-prompt', note: 'system prompt' },
    { what: 'tools', note: 'tool definitions' },
    { what: 'reminders', note: 'reminders of skills, of the project and of the date' },
  ],
  habits: PLAIN_HABITS,
  chain: null,
  continues,
  states: PLAIN_STATES,
};
