import type { StepRow } from '../../../shared/model/index.ts';
import { linearSelectors } from './anchors.ts';
import { bubSelectors, isLate } from './bub.ts';
import { claudeSelectors } from './claude.ts';
import { nativeSelectors } from './native.ts';
import type { Selectors } from './strategies.ts';

/** How the tapes of one format become contexts. */
export interface Rules {
  selectors: Selectors;
  /** The writer logs a step's own prompt behind the first entry of the step. */
  ownPrompt: boolean;
  /** Entries name their parents: a request continues from one of them. */
  tree: boolean;
  /** Whether an entry was written after the request of a step, for writers that file entries in another order than they write them. */
  isLate?: (entry: { time?: number | null | undefined }, step: Pick<StepRow, 'time'>) => boolean;
}

const LINEAR: Rules = { selectors: linearSelectors, ownPrompt: true, tree: false };

/** Rules by format; a format without a row here is read as a plain list of entries with anchors. */
const RULES: Readonly<Record<string, Rules>> = {
  'claude-code': { selectors: claudeSelectors, ownPrompt: false, tree: true },
  bub: { selectors: bubSelectors, ownPrompt: true, tree: false, isLate },
  native: { selectors: nativeSelectors, ownPrompt: true, tree: false },
};

/** The rules of a format, by its id. */
export const rulesOf = (format: string): Rules => (Object.hasOwn(RULES, format) ? RULES[format] : undefined) ?? LINEAR;
