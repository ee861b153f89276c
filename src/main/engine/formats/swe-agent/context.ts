import { sectionRules } from '../said/sections.ts';

/** How trajectories of SWE-agent become contexts. */
export const sweAgentRules = sectionRules({
  unknown:
    'The history before this answer. The configuration of SWE-agent may put a placeholder in the place of old outputs before it sends them, and the history does not say which.',
});
