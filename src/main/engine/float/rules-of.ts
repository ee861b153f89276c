import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RULE_FILES, type Rules, withRules } from './ignore.ts';
import { parentOf, ROOT } from './paths.ts';

/** The rules of a folder together with those above it. Each is read once, until they are forgotten. */
export interface RulesOf {
  (folder: string): Rules | null;
  /** To be called when a file with rules has changed. */
  forget(): void;
}

const readText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

/** For who looks at single folders; a walk comes by all rules itself. */
export function createRulesOf(root: string): RulesOf {
  const known = new Map<string, Rules | null>();
  const read = (folder: string): Rules | null => {
    const found = known.get(folder);
    if (found !== undefined) return found;
    const parent = parentOf(folder);
    const texts = RULE_FILES.map((name) => readText(join(root, folder, name)));
    const own = folder === ROOT ? [readText(join(root, '.git/info/exclude')), ...texts] : texts;
    const rules = withRules(parent === null ? null : read(parent), folder === ROOT ? '' : `${folder.slice(1)}/`, own);
    known.set(folder, rules);
    return rules;
  };
  return Object.assign(read, { forget: () => known.clear() });
}
