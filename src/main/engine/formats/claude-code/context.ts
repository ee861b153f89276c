import type { Rules } from '../context/rules.ts';
import { claudeSelectors } from './select.ts';

/** How sessions of Claude Code become contexts. */
export const claudeRules: Rules = { selectors: claudeSelectors, ownPrompt: false, tree: true };
