import { sectionRules } from '../said/sections.ts';

/** How trajectories become contexts. */
export const atifRules = sectionRules({
  unknown:
    'A trajectory holds steps and not requests: these are all steps before this one, and what the program cut, reworded or summarised before it sent them is not in the file.',
});
