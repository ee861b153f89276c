import { sectionRules } from '../said/sections.ts';

/** How trajectories become contexts. */
export const atifRules = sectionRules({
  unknown:
    'A trajectory holds steps, not requests: these are all steps before this one. What the program cut, reworded or summarised is not in the file.',
});
