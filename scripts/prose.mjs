// Finds what people read in sources (comments, messages, titles of tests, pages) and judges its words and the files that it cites.
import ts from 'typescript';

/** What nobody would say aloud, and what to write. Words that are good English elsewhere are here only in the company that gives them away. */
export const WORDS = [
  [/\banew\b/, 'again, from scratch; made anew: rebuilt'],
  [/\bbeside\b/, 'next to, with'],
  [/\bhears?\b/, 'is notified, receives'],
  [/\blies?\b/, 'is, is stored'],
  [/\bhas any\b/, 'has a, has some'],
  [/\bstands? (?:in(?! for)|on|at|behind|before|after|between|next|above|below|under|there|here)\b/, 'is in, follows, comes before'],
  [/\bstands? (?:as|where) (?:it|they) (?:is|are|was|were)\b/, 'stays as it is'],
  [/\b(?:goes|went) on\b/, 'continues'],
  [/\blook-ups?\b/, 'lookup'],
  [/\b(?:take|takes|taken|took) out\b/, 'remove'],
  [/\bwhat is said of\b/, 'its description, what … says'],
  [/\ba question to\b/, 'a query'],
];

/** Tests, and stories that become sample tapes. */
const isTest = (file) => /\.(?:test|spec)\.tsx?$|(?:^|\/)testing(?:\/|\.ts$)|^scripts\/samples\/|^e2e\/|^bench\//.test(file);

/** A string that is a sentence or a part of one; single words are names, keys and data. */
const isSentence = (text) => /[a-z]+ [a-z]+/i.test(text);

const TITLED = /^(?:it|test|describe)\b/;

/** In tests strings are data, but for their titles. */
const isProse = (node, inTest) => {
  if (!inTest) return true;
  const { parent } = node;
  return ts.isCallExpression(parent) && parent.arguments[0] === node && TITLED.test(parent.expression.getText());
};

const blank = (text) => text.replace(/[^\n]/g, ' ');

/** Comments and sentences of a module, each with its place: `[{text, at}]`. */
const inModule = (file, source) => {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const comments = new Map();
  const strings = [];
  const visit = (node) => {
    if (ts.isJSDoc(node)) return;
    if (ts.isJsxText(node) || ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) {
      if (isSentence(node.text) && isProse(node, isTest(file))) strings.push({ text: node.text, at: node.getStart(tree) });
    }
    const children = node.getChildren(tree);
    if (children.length === 0 && !ts.isJsxText(node))
      for (const ranges of [ts.getLeadingCommentRanges(source, node.pos), ts.getTrailingCommentRanges(source, node.end)])
        for (const { pos, end } of ranges ?? []) comments.set(pos, source.slice(pos, end).replace(/`[^`\n]*`|"[^"\n]*"/g, blank));
    for (const child of children) visit(child);
  };
  visit(tree);
  return [...[...comments].map(([at, text]) => ({ text, at })), ...strings];
};

/** A page without its code. */
const inPage = (source) => [{ text: source.replace(/```[\s\S]*?```|`[^`\n]*`/g, blank), at: 0 }];

/** What people read in a file, but for what is quoted as code: `[{text, at}]`, `at` being its place in the source. */
export function proseOf(file, source) {
  return file.endsWith('.md') ? inPage(source) : inModule(file, source);
}

const lineOf = (source, at) => source.slice(0, at).split('\n').length;

/** The forbidden words in a file: `[{line, word, write}]`. A file without any is not parsed. */
export function findWords(file, source) {
  if (!WORDS.some(([pattern]) => pattern.test(source))) return [];
  return proseOf(file, source).flatMap(({ text, at }) =>
    WORDS.flatMap(([pattern, write]) =>
      [...text.matchAll(new RegExp(pattern, 'g'))].map((match) => ({ line: lineOf(source, at + match.index), word: match[0], write })),
    ),
  );
}

/** A path with a folder in it, or a page in capitals: what a reader would look for here. A single name may be anything, such as an example. */
const CITED = /(?<![\w./~@-])(?:\.\/)?((?:[\w-]+\/)+[\w-]+(?:\.[\w-]+)*\.(?:md|mjs|css|tsx?)|[A-Z]{3,}\.md)(?![\w/-])/g;

/** Files of other projects that are written about here. */
const ELSEWHERE = /^(?:CLAUDE|AGENTS|SKILL|GEMINI)\.md$|(?:^|\/)(?:node_modules|dist)\/|[A-Z]{3,}\.ts$/;

/** Files that comments and pages cite and nobody has: `[{line, name}]`. `exists` answers whether a path of the repository ends like this. */
export function findAbsent(file, source, exists) {
  const isAbsent = (name) => !ELSEWHERE.test(name) && !exists(name);
  if (isTest(file) || ![...source.matchAll(CITED)].some(([, name]) => isAbsent(name))) return [];
  // A page quotes what it cites; a comment quotes examples.
  const read = file.endsWith('.md')
    ? [{ text: source.replace(/```[\s\S]*?```/g, blank), at: 0 }]
    : proseOf(file, source).filter(({ text }) => /^\/[/*]/.test(text));
  return read.flatMap(({ text, at }) =>
    [...text.matchAll(CITED)]
      .filter(([, name]) => isAbsent(name))
      .map((match) => ({ line: lineOf(source, at + match.index), name: match[1] })),
  );
}

/** Judges all files, `[file, source]` each. Complains as well where it saw no word of people at all: then the check itself is broken. */
export function judgeProse(files, exists) {
  const [sample] = files.filter(([, source]) => source.includes('/**'));
  const blind = sample === undefined || proseOf(...sample).length === 0;
  return {
    complaints: [
      ...(blind ? [`saw ${files.length} files and nothing to read in them: the check itself is broken`] : []),
      ...files.flatMap(([file, source]) =>
        findWords(file, source).map(({ line, word, write }) => `${file}:${line}: "${word}": write ${write}`),
      ),
      ...files.flatMap(([file, source]) =>
        findAbsent(file, source, exists).map(({ line, name }) => `${file}:${line}: there is no ${name}`),
      ),
    ],
  };
}
