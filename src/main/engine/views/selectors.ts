import { linearSelectors } from './anchors.ts';
import { bubSelectors } from './bub.ts';
import { claudeSelectors } from './claude.ts';
import { nativeSelectors } from './native.ts';
import type { Selectors } from './strategies.ts';

/** How the tapes of one format become contexts. */
export interface Family {
  selectors: Selectors;
  /** The writer logs a step's own prompt behind the first entry of the step. */
  ownPrompt: boolean;
}

const LINEAR: Family = { selectors: linearSelectors, ownPrompt: true };

/** Rules by format; a format without a row here is read as a plain list of entries with anchors. */
const FAMILIES: Readonly<Record<string, Family>> = {
  'claude-code': { selectors: claudeSelectors, ownPrompt: false },
  bub: { selectors: bubSelectors, ownPrompt: true },
  native: { selectors: nativeSelectors, ownPrompt: true },
};

/** The rules of a format, by its id. */
export const familyOf = (format: string): Family => (Object.hasOwn(FAMILIES, format) ? FAMILIES[format] : undefined) ?? LINEAR;
