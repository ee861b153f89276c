import { exportsIn, importsIn, leadingComment } from './extract-code.ts';
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

export const extract = (files: readonly FileText[]): Extracted => {
  const sorted = files.toSorted((a, b) => byText(a.name, b.name));
  const readme = sorted.find(({ name }) => /^readme(\.|$)/i.test(name));
  const described = new Map(sorted.flatMap(({ name, text }) => describeFile(name, text)));
  return {
    description: firstParagraph(readme?.text ?? '') ?? fromManifests(sorted) ?? fromEntry(described) ?? fromFiles(described),
    content: contentOf(sorted, readme),
    files: described,
    mentions: sorted.flatMap(({ name, text }) => mentionsIn(name, text)),
  };
};

const describeFile = (name: string, text: string): [string, string][] => {
  const said = /\.(md|markdown)$/i.test(name) ? titleOf(text) : leadingComment(name, text);
  return said === null ? [] : [[name, said]];
};

const titleOf = (text: string): string | null => /^#\s+(.+?)\s*#*$/m.exec(text)?.[1] ?? null;

/** Badges, images and HTML say nothing about a project. */
const firstParagraph = (text: string): string | null => {
  const paragraphs = text
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .split(/\n\s*\n/);
  const prose = paragraphs
    .map((paragraph) => paragraph.replace(/^(#.*|=+|-+)$/gm, '').trim())
    .find((paragraph) => /^[^#<![|>`\-*=\s]/.test(paragraph));
  return prose === undefined ? null : clip(prose.replace(/\s+/g, ' '), 400);
};

const clip = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most).replace(/\s+\S*$/, '')} …`);

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

const ENTRY = /^(index|main|mod|lib|__init__|package-info)\.\w+$/;

/** The file that stands for its folder says what the folder is. */
const fromEntry = (described: ReadonlyMap<string, string>): string | null => [...described].find(([name]) => ENTRY.test(name))?.[1] ?? null;

const MOST_SAID = 3;

/** A folder that nobody speaks for is what its files say they are. */
const fromFiles = (described: ReadonlyMap<string, string>): string | null => {
  const said = [...described].filter(([name]) => !/\.(test|spec)\./.test(name));
  if (said.length === 0) return null;
  const more = said.length > MOST_SAID ? ` And ${said.length - MOST_SAID} more.` : '';
  return (
    said
      .slice(0, MOST_SAID)
      .map(([name, text]) => `${name}: ${text}`)
      .join(' ') + more
  );
};

const MOST_README = 4000;
const MOST_EXPORTS = 12;

const contentOf = (files: readonly FileText[], readme: FileText | undefined): string | null => {
  const exported = files.flatMap(({ name, text }) => {
    const names = exportsIn(name, text);
    const more = names.length > MOST_EXPORTS ? `, and ${names.length - MOST_EXPORTS} more` : '';
    return names.length === 0 ? [] : [`- \`${name}\`: ${names.slice(0, MOST_EXPORTS).join(', ')}${more}`];
  });
  const scripts = files.filter(({ name }) => name === 'package.json').flatMap(({ text }) => Object.keys(Object(jsonOf(text).scripts)));
  const parts = [
    readme === undefined ? '' : clip(readme.text.trim(), MOST_README),
    scripts.length === 0 ? '' : `Scripts: ${scripts.join(', ')}`,
    exported.length === 0 ? '' : `Exports:\n\n${exported.join('\n')}`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? null : parts.join('\n\n');
};

const mentionsIn = (name: string, text: string): Extracted['mentions'] => {
  if (!/\.(md|markdown)$/i.test(name)) return importsIn(name, text).map((target) => ({ target, how: 'imports', file: name }));
  const links = [...text.matchAll(/\]\((?![a-z][a-z0-9+.-]*:|#|\/\/)([^)\s#?]+)/gi)].map((match) => match[1] ?? '');
  return links.map((target) => ({ target, how: 'links to', file: name }));
};
