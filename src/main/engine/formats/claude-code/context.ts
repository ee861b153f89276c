import type { Lacking } from '../../../../shared/model/index.ts';
import type { LackingAsked, Rules } from '../context/rules.ts';
import { claudeChain, claudeHabits } from './habits.ts';
import { queueAlone, queuedBy, takenIn } from './queued.ts';
import { claudeSelectors } from './select.ts';
import { claudeStates } from './states.ts';
import { isSince } from './version.ts';

/**
 * What this version of Claude Code is known to send and its log does not hold as entries: requests that it truly sent were compared with its
 * logs.
 */
export function lackingOf({ writer, agent, labels }: LackingAsked): Lacking[] {
  const since = (version: string): boolean => isSince(writer, version);
  const keepsContext = since('2.1.285');
  return [
    { what: 'system-prompt', note: keepsContext ? 'system prompt' : 'system prompt with the state of git' },
    { what: 'tools', note: 'tool definitions' },
    ...(keepsContext ? [] : [{ what: 'user-context', note: since('2.1.59') ? 'CLAUDE.md files and the date' : 'CLAUDE.md files, if any' }]),
    ...(since('2.1.87') ? [] : [{ what: 'reminders', note: 'reminders of the program (todo list, hooks, mentioned and changed files)' }]),
    ...(agent && since('2.1.87') && !keepsContext ? [{ what: 'listings', note: 'listings of tools and agents for a sub-agent' }] : []),
    ...(labels.has('plan_mode') && !keepsContext
      ? [{ what: 'plan-guide', note: 'the rest of the guide to plan mode, if it was sent' }]
      : []),
  ];
}

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
