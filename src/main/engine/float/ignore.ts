import ignore, { type Ignore } from 'ignore';

/** Files whose lines say what a scan leaves out, in the language of git; of two that say otherwise the later one holds. */
export const RULE_FILES = ['.gitignore', '.floatignore'] as const;

/** Never a part of the project, whatever the rules say. */
export const ALWAYS: ReadonlySet<string> = new Set(['.git', '.float']);

/** The rules of one folder, and those above it. */
export interface Rules {
  /** Length of the folder's path with a slash after it and none before; 0 for the project. */
  readonly base: number;
  readonly own: Ignore;
  readonly above: Rules | null;
}

/** As git does where it is installed with its own defaults. */
const ignorecase = process.platform === 'darwin' || process.platform === 'win32';

/** Adds a folder's rules to those above it; `base` is the folder's path with a slash after it and none before, '' for the project. The folder is taken to be in. */
export function withRules(above: Rules | null, base: string, texts: readonly string[]): Rules | null {
  const entered = takenBack(above, base);
  return texts.every((text) => text.trim() === '')
    ? entered
    : { base: base.length, own: ignore({ ignorecase, allowRelativePaths: true }).add(texts.join('\n')), above: entered };
}

/**
 * The rules for what is in a folder that is in, although some of them leave it out and nearer ones took it back. git asks them of each path
 * again; the library gives what is in a folder the folder's own answer. So the folder's name is taken back in words that it understands.
 */
const takenBack = (rules: Rules | null, base: string): Rules | null => {
  if (rules === null) return null;
  const above = takenBack(rules.above, base);
  const folder = base.slice(rules.base);
  const own = rules.own.test(folder).ignored
    ? ignore({ ignorecase, allowRelativePaths: true })
        .add(rules.own)
        .add([`!/${quoted(folder)}`])
    : rules.own;
  return own === rules.own && above === rules.above ? rules : { ...rules, own, above };
};

/** A path as a rule that matches nothing else. */
const quoted = (path: string): string => path.replace(/[\\*?[\]]/g, '\\$&');

/**
 * Whether the rules leave a path out. `path` is relative to the project, with a slash after it where it is a folder. The nearest folder
 * that says something decides. The folders above it are taken to be in: who walks never enters one that is not.
 */
export function isIgnored(rules: Rules | null, path: string): boolean {
  for (let next = rules; next !== null; next = next.above) {
    const { ignored, unignored } = next.own.test(path.slice(next.base));
    if (ignored || unignored) return ignored;
  }
  return false;
}
