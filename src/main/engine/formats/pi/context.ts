import type { Rules } from '../context/rules.ts';
import { selectorsWith } from './select.ts';

/** How sessions of pi become contexts. */
export const piRules: Rules = { selectors: selectorsWith(() => []), ownPrompt: false, tree: true };
