import type { Rules } from '../context/rules.ts';
import { claudeChain, claudeHabits } from './habits.ts';
import { lackingOf } from './lacking.ts';
import { queueAlone, queuedBy, takenIn } from './queued.ts';
import { claudeSelectors } from './select.ts';
import { claudeStates } from './states.ts';

/** How sessions of Claude Code become contexts. */
export const claudeRules: Rules = {
  selectors: claudeSelectors,
  ownPrompt: false,
  tree: true,
  begins: 'compaction',
  evidence: {
    step: 'The active branch up to this step, from its last compaction on, as Claude Code follows parents.',
    next: 'The newest branch, from its last compaction on, as Claude Code follows parents; the prompt that is typed next comes after it.',
    after:
      'The branch of this entry, from its last compaction on, as Claude Code follows parents; the prompt that is typed next comes after it.',
  },
  ordered: true,
  sentAside: takenIn,
  queued: (writer) => (queueAlone(writer) ? queuedBy : null),
  lacking: lackingOf,
  habits: claudeHabits,
  chain: claudeChain,
  states: claudeStates,
};
