import { sectionRules } from '../said/sections.ts';

/** How tapes of TapeAgents become contexts. */
export const tapeAgentsRules = sectionRules({
  unknown: 'All steps before this one. Each node of a TapeAgents program makes its own prompt of them, of which the tape has only an id.',
});
