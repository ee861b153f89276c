import type { Rules } from '../context/rules.ts';
import { piSelectors } from './select.ts';

/** How sessions of pi become contexts, and those of OpenClaw, which builds them in the same way. */
export const piRules: Rules = { selectors: piSelectors, ownPrompt: false, tree: true };
