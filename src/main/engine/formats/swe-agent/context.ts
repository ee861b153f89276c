import { sectionRules } from '../said/sections.ts';

/** How trajectories of SWE-agent become contexts. */
export const sweAgentRules = sectionRules({
  unknown:
    'The history before this answer. SWE-agent may be configured to send placeholders for old outputs; the history does not say which.',
});
