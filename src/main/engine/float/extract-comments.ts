// Comments at the beginning of code, line by line: no expression walks over a whole file.

export type Language = 'script' | 'python' | 'go' | 'rust' | 'shell' | 'c';

export interface Comment {
  /** Its first sentence; null where it is for lawyers or tools. */
  said: string | null;
  /** As it stands, without its marks. */
  text: string;
  /** Nothing that it could belong to follows on the next line. */
  alone: boolean;
}

interface Marks {
  /** What a line of comment begins with. */
  line: RegExp;
  /** Beginnings of comments of several lines, and what ends them. */
  blocks: readonly (readonly [string, string])[];
}

const SLASHES: Marks = { line: /^\s*\/\//, blocks: [['/*', '*/']] };
const HASHES: Marks = { line: /^\s*#(?!\[|include|define|if|pragma)/, blocks: [] };
const PYTHON: Marks = {
  line: HASHES.line,
  blocks: [
    ['"""', '"""'],
    ["'''", "'''"],
  ],
};
const MARKS: Record<Language, Marks> = { script: SLASHES, go: SLASHES, rust: SLASHES, c: SLASHES, python: PYTHON, shell: HASHES };

/** Comments at a beginning that are looked at: licences and switches of tools come before what is said. */
const MOST = 8;
/** Lines of one comment, which is long enough for a licence. */
const LINES = 400;

/** The comments that a text begins with, until something else comes. */
export function commentsAt(language: Language, text: string): Comment[] {
  const { line, blocks } = MARKS[language];
  const lines = text.split('\n');
  const comments: Comment[] = [];
  for (let at = 0; at < lines.length && comments.length < MOST; ) {
    const begins = (lines[at] ?? '').trim();
    if (begins === '') {
      at += 1;
      continue;
    }
    const block = blocks.find(([open]) => begins.startsWith(open));
    const end = block ? endOfBlock(lines, at, block) : endOfLines(lines, at, line);
    if (end === at) break;
    const said = plain(lines.slice(at, end));
    const next = (lines[end] ?? '').trim();
    comments.push({
      said: isNoise(said) ? null : firstSentence(said),
      text: said,
      alone: isAlone(next) || (language === 'python' && block !== undefined),
    });
    at = end;
  }
  return comments;
}

const isAlone = (next: string): boolean => next === '' || /^(#|(import|package|from|use|using)\b)/.test(next);

const endOfLines = (lines: readonly string[], from: number, line: RegExp): number => {
  let end = from;
  while (end < lines.length && end < from + LINES && line.test(lines[end] ?? '')) end += 1;
  return end;
};

const endOfBlock = (lines: readonly string[], from: number, [open, close]: readonly [string, string]): number => {
  for (let at = from; at < Math.min(lines.length, from + LINES); at += 1) {
    const text = (lines[at] ?? '').trim();
    if ((at === from ? text.slice(open.length) : text).includes(close)) return at + 1;
  }
  return from;
};

/** What the comment right above a place says, where there is one. */
export function commentBefore(text: string, at: number): string | null {
  const above = text
    .slice(Math.max(0, at - 8000), at)
    .split('\n')
    .slice(0, -1);
  const lines = above.slice(0, above.findLastIndex((line) => !/^\s*(@\w|#?\[)/.test(line)) + 1);
  let from = lines.length;
  if (/\*\/\s*$/.test(lines.at(-1) ?? '')) {
    from -= 1;
    while (from > 0 && !(lines[from] ?? '').includes('/*')) from -= 1;
  } else while (from > 0 && /^\s*(\/\/|#\s)/.test(lines[from - 1] ?? '')) from -= 1;
  const said = plain(lines.slice(from));
  return from === lines.length || isNoise(said) ? null : firstSentence(said);
}

/** Tags that name what follows, and tags that end it. */
const NAMING = /^[@\\](file(overview)?|brief|description|summary|overview|module|packageDocumentation)\b[ \t]*/;

const plain = (lines: readonly string[]): string => {
  const bare = lines.map((line) =>
    line
      .replace(/^\s*(\/\*+!?|\/\/+!?|#+!?|\*(?!\/)|"""|''')\s?/, '')
      .replace(/\s*(\*+\/|"""|''')\s*$/, '')
      .replace(/<\/?(summary|remarks|para|p|code|see)\b[^>]*>/g, '')
      .trim(),
  );
  const said = bare.map((line) => line.replace(NAMING, ''));
  const tag = said.findIndex((line) => /^[@\\]\w/.test(line) && !isForTools(line));
  return (tag === -1 ? said : said.slice(0, tag)).join('\n').trim();
};

const isForTools = (line: string): boolean => /^@(ts-|generated|flow|format|licen[cs]e|preserve)/.test(line);

/** Comments for lawyers and tools begin like this, or name an owner. */
const NOISE =
  /^(copyright|©|\(c\)|licensed|spdx|@?licen[cs]e\b|@(ts-|flow|format|preserve|generated)|the \w+ licen[cs]e|this (file|program|source|code|software|library) (is|are) (part of|free software|licensed|subject|distributed|governed)|permission is|all rights reserved|eslint|biome|jshint|prettier|istanbul|c8 |v8 ignore|stylelint|globals? |noinspection|pylint|flake8|mypy|type: ?ignore|ruff|isort|noqa|shellcheck|vim:|-\*-|coding[:=]|pragma|<reference|use strict|go:|\+build|nolint|clang-format|#?(end)?region\b|todo\b|fixme\b)/i;

const isNoise = (text: string): boolean =>
  !/\p{L}/u.test(text) ||
  /^[\w.-]+\.\w{1,5}$/.test(text) ||
  NOISE.test(text) ||
  /^.{0,400}(copyright \(?c|copyright ©|copyright \d{4}|all rights reserved|spdx-licen)/is.test(text) ||
  isGeneratedBy({ text });

/** Whether a comment says that a program wrote the file. */
export function isGeneratedBy({ text }: Pick<Comment, 'text'>): boolean {
  return /@generated\b|\b(code|file|automatically|auto-?) ?generated\b|\bgenerated (by|from|with)\b|\bdo not (edit|modify)\b/i.test(
    text.slice(0, 600),
  );
}

const firstSentence = (text: string): string => {
  const paragraph = (text.split(/\n\s*\n/, 1)[0] ?? '').replace(/\s+/g, ' ').trim();
  const sentence = /^.*?(?<!\b(?:e\.g|i\.e|cf|vs|etc|approx|\p{Lu}))[.!?](?=\s|$)/u.exec(paragraph)?.[0] ?? paragraph;
  return sentence.length <= 200 ? sentence : `${sentence.slice(0, 200).replace(/\s+\S*$/, '')} …`;
};
