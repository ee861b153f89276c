import ignore, { type Ignore } from 'ignore';

/** Files whose lines say what a scan leaves out, in the language of git; of two that say otherwise the later one holds. */
export const RULE_FILES = ['.gitignore', '.floatignore'] as const;

/** Never a part of the project, whatever the rules say. */
export const ALWAYS: ReadonlySet<string> = new Set(['.git', '.float']);

/** The rules of one folder, and those above it. */
export interface Rules {
  /** Length of the folder's path with a slash behind it and none before; 0 for the project. */
  readonly base: number;
  readonly own: Ignore;
  readonly above: Rules | null;
}

/** As git does where it is installed with its own defaults. */
const ignorecase = process.platform === 'darwin' || process.platform === 'win32';

/** Adds a folder's rules to those above it; `base` is the folder's path with a slash behind it and none before, '' for the project. */
export const withRules = (above: Rules | null, base: string, texts: readonly string[]): Rules | null =>
  texts.every((text) => text.trim() === '')
    ? above
    : { base: base.length, own: ignore({ ignorecase, allowRelativePaths: true }).add(texts.join('\n')), above };

/**
 * Whether the rules leave a path out. `path` is relative to the project, with a slash behind it where it is a folder. The nearest folder
 * that says something decides. The folders above it are taken to be in: who walks never enters one that is not.
 */
export const isIgnored = (rules: Rules | null, path: string): boolean => {
  for (let next = rules; next !== null; next = next.above) {
    const relative = path.slice(next.base);
    const { ignored, unignored } = next.own.test(relative);
    if (ignored && !isIgnoredAbove(next.own, relative)) return true;
    if (unignored) return false;
  }
  return false;
};

/** A folder that these rules leave out and nearer ones took back in: what the rules say of it no longer holds for what is in it. */
const isIgnoredAbove = (own: Ignore, relative: string): boolean => {
  const end = relative.lastIndexOf('/', relative.length - 2);
  return end > 0 && own.test(relative.slice(0, end + 1)).ignored;
};
