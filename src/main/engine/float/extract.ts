import { exportsIn, importsIn, isGenerated, isTest, leadingComment, passedOnIn } from './extract-code.ts';
import { clip, readmeIn } from './extract-readme.ts';
import { byText } from './paths.ts';

/** The beginning of one file of a folder, as text. */
export interface FileText {
  name: string;
  text: string;
}

/** What files say about their folder by themselves. Pure: nothing is looked up, nothing is made up. */
export interface Extracted {
  description: string | null;
  content: string | null;
  /** By file name; only files that say something. */
  files: Map<string, string>;
  /** Relative paths that the files name, with how: `imports` or `links to`. */
  mentions: { target: string; how: 'imports' | 'links to'; file: string }[];
}

const README = /^readme(\.|$)/i;

/** `folder` is its name: a file of that name speaks for it. */
export function extract(files: readonly FileText[], folder = ''): Extracted {
  const sorted = files.toSorted((a, b) => byText(a.name, b.name));
  const readme = sorted.find(({ name }) => README.test(name));
  const { first, rest } = readmeIn(readme?.text ?? '');
  const mentions = sorted.flatMap(({ name, text }) => mentionsIn(name, text));
  const said = new Map(sorted.flatMap(({ name, text }) => sayingOf(name, text)));
  return {
    description: first ?? fromManifests(sorted) ?? fromEntry(said, folder) ?? fromFiles(said, mentions),
    content: contentOf(sorted, rest),
    files: new Map(sorted.flatMap(({ name, text }) => describeFile(name, text, said.get(name) ?? null))),
    mentions,
  };
}

const sayingOf = (name: string, text: string): [string, string][] => {
  const said = isMarkdown(name) ? titleOf(text) : isGenerated(name, text) ? null : leadingComment(name, text);
  return said === null ? [] : [[name, said]];
};

const isMarkdown = (name: string): boolean => /\.(md|markdown)$/i.test(name);

const titleOf = (text: string): string | null => /^#\s+(.+?)\s*#*$/m.exec(text)?.[1] ?? /^(\S.*)\n=+\s*$/m.exec(text)?.[1] ?? null;

const MOST_EXPORTS = 6;
/** Characters of a sentence in a list, which shows a line for each. */
const MOST_WORDS = 190;

/** What a file says, and what it offers, in a line. */
const describeFile = (name: string, text: string, said: string | null): [string, string][] => {
  if (isGenerated(name, text)) return [[name, 'Generated, not to be edited.']];
  const offered = offeredBy(name, text);
  const line = [said && clip(said, offered === null ? MOST_WORDS : MOST_WORDS - 60), offered].filter((part) => part !== null).join(' ');
  return line === '' ? [] : [[name, line]];
};

const offeredBy = (name: string, text: string): string | null => {
  const names = exportsIn(name, text);
  if (names.length > 0) return `Exports ${someOf(names)}.`;
  const passedOn = passedOnIn(name, text);
  return passedOn.length === 0 ? null : `Exports all of ${someOf(passedOn)}.`;
};

const someOf = (names: readonly string[]): string =>
  names.slice(0, MOST_EXPORTS).join(', ') + (names.length > MOST_EXPORTS ? ` and ${names.length - MOST_EXPORTS} more` : '');

const MANIFESTS: readonly [RegExp, (text: string) => string | null][] = [
  [/^package\.json$/, (text) => stringIn(jsonOf(text), 'description')],
  [/^(pyproject|Cargo)\.toml$/, (text) => /^description\s*=\s*"((?:[^"\\]|\\.)*)"/m.exec(text)?.[1] ?? null],
  [/^composer\.json$/, (text) => stringIn(jsonOf(text), 'description')],
  [/^go\.mod$/, (text) => /^module\s+(\S+)/m.exec(text)?.[1]?.replace(/^/, 'Go module ') ?? null],
];

const fromManifests = (files: readonly FileText[]): string | null => {
  for (const [name, read] of MANIFESTS)
    for (const file of files.filter((one) => name.test(one.name))) {
      const found = read(file.text)?.trim();
      if (found) return clip(found, 400);
    }
  return null;
};

const jsonOf = (text: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
};

const stringIn = (object: Record<string, unknown>, key: string): string | null => (typeof object[key] === 'string' ? object[key] : null);

const ENTRY = /^(index|main|mod|lib|__init__|package-info|doc)\.\w+$/;

/** The file that stands for its folder says what the folder is: by its kind, or by the folder's name. */
const fromEntry = (said: ReadonlyMap<string, string>, folder: string): string | null =>
  [...said].find(([name]) => ENTRY.test(name) || (folder !== '' && name.split('.')[0] === folder && !isTest(name)))?.[1] ?? null;

const MOST_SAID = 3;

/** A folder that nobody speaks for is what its files say they are: those first that most of the others import. */
const fromFiles = (said: ReadonlyMap<string, string>, mentions: Extracted['mentions']): string | null => {
  const imported = Map.groupBy(mentions, ({ target }) => target.replace(/^\.\//, '').split('.')[0] ?? '');
  const weightOf = (name: string): number => imported.get(name.split('.')[0] ?? '')?.length ?? 0;
  const all = [...said]
    .filter(([name]) => !isTest(name) && !README.test(name))
    .sort(([a], [b]) => weightOf(b) - weightOf(a) || byText(a, b));
  if (all.length === 0) return null;
  const more = all.length > MOST_SAID ? ` And ${all.length - MOST_SAID} more.` : '';
  return (
    all
      .slice(0, MOST_SAID)
      .map(([name, text]) => `${name}: ${clip(text, 100)}`)
      .join(' ') + more
  );
};

/** What there is next to the description: the rest of the README, and what can be run. */
const contentOf = (files: readonly FileText[], readme: string): string | null => {
  const scripts = files.filter(({ name }) => name === 'package.json').flatMap(({ text }) => Object.keys(Object(jsonOf(text).scripts)));
  const parts = [readme, scripts.length === 0 ? '' : `Scripts: ${scripts.join(', ')}`].filter((part) => part !== '');
  return parts.length === 0 ? null : parts.join('\n\n');
};

const mentionsIn = (name: string, text: string): Extracted['mentions'] => {
  if (!isMarkdown(name)) return importsIn(name, text).map((target) => ({ target, how: 'imports', file: name }));
  const links = [...text.matchAll(/\]\((?![a-z][a-z0-9+.-]*:|#|\/\/)([^)\s#?]+)/gi)].map((match) => match[1] ?? '');
  return links.map((target) => ({ target, how: 'links to', file: name }));
};
