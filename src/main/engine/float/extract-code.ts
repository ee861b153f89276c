import { commentBefore, commentsAt, isGeneratedBy, type Language } from './extract-comments.ts';

// What code says of itself, by its first lines and its declarations. Not parsers: what is not plainly there is not found, and nothing else is.

const LANGUAGES: readonly [RegExp, Language][] = [
  [/\.[cm]?[jt]sx?$/, 'script'],
  [/\.pyi?$/, 'python'],
  [/\.go$/, 'go'],
  [/\.rs$/, 'rust'],
  [/\.(sh|bash|rb|pl)$/, 'shell'],
  [/\.(c|h|cc|cpp|hpp|java|kt|swift|cs|scala|css|scss)$/, 'c'],
];

const languageOf = (name: string): Language | null => LANGUAGES.find(([pattern]) => pattern.test(name))?.[1] ?? null;

const BEGINNING = /^\ufeff?(#!.*\n)?\s*(?:['"]use \w+['"];?\s*)?/;
const IMPORT_LINES = /^(?:import\b[^;'"]*(?:['"][^'"\n]*['"])[^\n]*\n\s*)+/;

/** Whether a file says of itself that a program wrote it. */
export function isGenerated(name: string, text: string): boolean {
  const language = languageOf(name);
  return language !== null && commentsAt(language, text.replace(BEGINNING, '')).some(isGeneratedBy);
}

/**
 * The first sentence of the comment that describes a file: one by itself at its beginning or after its imports, else that of the
 * declaration that is named like the file, else that of the only one or two that it offers. null for none: of many others the first is none.
 */
export function leadingComment(name: string, text: string): string | null {
  const language = languageOf(name);
  if (language === null) return null;
  const body = text.replace(BEGINNING, '');
  const behind = body.slice(language === 'script' ? (IMPORT_LINES.exec(body)?.[0].length ?? 0) : 0);
  const alone = [body, behind].flatMap((part) => commentsAt(language, part)).find(({ said, alone }) => alone && said !== null);
  if (alone) return alone.said;
  const declared = declarationsIn(language, body).map(({ at, ...one }) => ({ ...one, said: commentBefore(body, at) }));
  const few = declared.length <= 2 ? declared : [];
  const own = declared.find((one) => isNamed(one.name, name, true)) ?? declared.find((one) => isNamed(one.name, name, false));
  return own?.said ?? few.find(({ said }) => said !== null)?.said ?? (declared.length <= 2 ? firstOf(language, body, behind) : null);
}

const firstOf = (language: Language, ...parts: readonly string[]): string | null =>
  parts.flatMap((part) => commentsAt(language, part)).find(({ said }) => said !== null)?.said ?? null;

const wordsOf = (name: string): string[] =>
  name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** `jwt-keys.ts` and jwtKeys; or, not exactly, readJwtKeys. */
const isNamed = (declared: string, file: string, exactly: boolean): boolean => {
  const [words, own] = [wordsOf(declared), wordsOf(file.split('.')[0] ?? '')];
  return own.length > 0 && own.every((word) => words.includes(word)) && (!exactly || words.length === own.length);
};

const EXPORTS: Partial<Record<Language, RegExp>> = {
  script:
    /^export\s+(?:declare\s+)?(?:default\s+)?(?:abstract\s+)?(?:async\s+)?(?:const|let|var|function\*?|class|interface|type|enum|namespace)\s+([\p{L}_$][\p{L}\p{N}_$]*)/gmu,
  python: /^(?:async\s+def|def|class)\s+([\p{L}][\p{L}\p{N}_]*)/gmu,
  go: /^(?:func(?:\s*\([^)\n]*\))?|type|var|const)\s+(\p{Lu}[\p{L}\p{N}_]*)/gmu,
  rust: /^pub(?:\([^)\n]*\))?\s+(?:async\s+|unsafe\s+|const\s+)*(?:fn|struct|enum|trait|type|mod|static|const)\s+([\p{L}_][\p{L}\p{N}_]*)/gmu,
  c: /^(?:(?:public|abstract|final|sealed|static|partial|data|open)[ \t]+)*(?:class|interface|enum|record|trait|object)[ \t]+([\p{L}_][\p{L}\p{N}_]*)/gmu,
};

const declarationsIn = (language: Language, text: string): { name: string; at: number }[] => {
  const pattern = EXPORTS[language];
  return pattern === undefined ? [] : [...text.matchAll(pattern)].map((match) => ({ name: match[1] ?? '', at: match.index }));
};

/** `export { a, b as c } from './d'`: what others see are a and c. */
const LISTED = /^export\s*(?:type\s*)?\{([^}]{1,4000})\}/gm;

const listedIn = (text: string): string[] =>
  [...text.matchAll(LISTED)].flatMap((match) =>
    (match[1] ?? '').split(',').flatMap((one) => /([\p{L}_$][\p{L}\p{N}_$]*)\s*$/u.exec(one.trim())?.[1] ?? []),
  );

/** Names that a file offers to others, in the order of the file; what it passes on from others last. None of a test. */
export function exportsIn(name: string, text: string): string[] {
  const language = languageOf(name);
  if (language === null || isTest(name)) return [];
  const listed = language === 'script' ? listedIn(text) : [];
  return [...new Set([...declarationsIn(language, text).map((one) => one.name), ...listed])].filter((one) => one !== 'default');
}

export function isTest(name: string): boolean {
  return /\.(test|spec)\.|_test\.|^test_/.test(name);
}

/** Files that a barrel passes on whole. */
export function passedOnIn(name: string, text: string): string[] {
  return languageOf(name) === 'script'
    ? [...text.matchAll(/^export\s*\*\s*from\s*['"]([^'"\n]+)['"]/gm)].map((match) => match[1] ?? '')
    : [];
}

const IMPORTS: Partial<Record<Language, RegExp>> = {
  script:
    /(?:^|[\s;])(?:import|export)\b[^'"\n;]*?(?:from\s*)?['"](\.{1,2}\/[^'"\n]+)['"]|\b(?:import|require)\(\s*['"](\.{1,2}\/[^'"\n]+)['"]/gm,
  python: /^\s*from\s+(\.+[\w.]*)\s+import\b/gm,
  c: /^\s*(?:#include|@import|@use)\s+["']([^"'\n]+)["']/gm,
};

/** Relative paths that a file imports, as they are there; Python's dots are put into slashes. */
export function importsIn(name: string, text: string): string[] {
  const language = languageOf(name);
  const pattern = IMPORTS[language ?? 'shell'];
  if (pattern === undefined) return [];
  const found = [...text.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? '');
  return [...new Set(language === 'python' ? found.map(pythonPath) : found)];
}

const pythonPath = (dotted: string): string => {
  const dots = /^\.+/.exec(dotted)?.[0].length ?? 1;
  return `${dots === 1 ? './' : '../'.repeat(dots - 1)}${dotted.slice(dots).replaceAll('.', '/')}`;
};
