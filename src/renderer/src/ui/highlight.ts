import type { LanguageFn } from 'highlight.js';
import type { createLowlight } from './lowlight.ts';

type Root = ReturnType<ReturnType<typeof createLowlight>['highlight']>;

/** Stretches of a code in three tones, and plain text. */
export interface Stretch {
  tone: 'keyword' | 'string' | 'comment' | null;
  text: string;
}

type Loader = () => Promise<{ default: LanguageFn }>;

/** Languages by their name, each loaded when the first text of it is drawn. */
const languages: Readonly<Record<string, Loader>> = {
  bash: () => import('highlight.js/lib/languages/bash'),
  c: () => import('highlight.js/lib/languages/c'),
  cpp: () => import('highlight.js/lib/languages/cpp'),
  csharp: () => import('highlight.js/lib/languages/csharp'),
  css: () => import('highlight.js/lib/languages/css'),
  diff: () => import('highlight.js/lib/languages/diff'),
  dockerfile: () => import('highlight.js/lib/languages/dockerfile'),
  elixir: () => import('highlight.js/lib/languages/elixir'),
  go: () => import('highlight.js/lib/languages/go'),
  graphql: () => import('highlight.js/lib/languages/graphql'),
  haskell: () => import('highlight.js/lib/languages/haskell'),
  ini: () => import('highlight.js/lib/languages/ini'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  kotlin: () => import('highlight.js/lib/languages/kotlin'),
  lua: () => import('highlight.js/lib/languages/lua'),
  makefile: () => import('highlight.js/lib/languages/makefile'),
  perl: () => import('highlight.js/lib/languages/perl'),
  php: () => import('highlight.js/lib/languages/php'),
  powershell: () => import('highlight.js/lib/languages/powershell'),
  python: () => import('highlight.js/lib/languages/python'),
  r: () => import('highlight.js/lib/languages/r'),
  ruby: () => import('highlight.js/lib/languages/ruby'),
  rust: () => import('highlight.js/lib/languages/rust'),
  scala: () => import('highlight.js/lib/languages/scala'),
  sql: () => import('highlight.js/lib/languages/sql'),
  swift: () => import('highlight.js/lib/languages/swift'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
  xml: () => import('highlight.js/lib/languages/xml'),
  yaml: () => import('highlight.js/lib/languages/yaml'),
};

/** Other names: of files, and of the fences of Markdown. */
const also: Readonly<Record<string, string>> = {
  ...{
    sh: 'bash',
    zsh: 'bash',
    shell: 'bash',
    console: 'bash',
    h: 'c',
    cc: 'cpp',
    hpp: 'cpp',
    cxx: 'cpp',
    cs: 'csharp',
    scss: 'css',
    less: 'css',
  },
  ...{ patch: 'diff', ex: 'elixir', exs: 'elixir', gql: 'graphql', hs: 'haskell', toml: 'ini', cfg: 'ini', conf: 'ini', env: 'ini' },
  ...{
    js: 'javascript',
    jsx: 'javascript',
    mjs: 'javascript',
    cjs: 'javascript',
    jsonl: 'json',
    jsonc: 'json',
    kt: 'kotlin',
    kts: 'kotlin',
  },
  ...{
    mk: 'makefile',
    pl: 'perl',
    ps1: 'powershell',
    py: 'python',
    rb: 'ruby',
    rs: 'rust',
    ts: 'typescript',
    tsx: 'typescript',
    mts: 'typescript',
  },
  ...{ html: 'xml', svg: 'xml', vue: 'xml', yml: 'yaml' },
  ...{ 'c++': 'cpp', 'c#': 'csharp', golang: 'go', python3: 'python', 'shell-session': 'bash' },
};

/** The language of a name: a file's by its end, or a fence's. Null where none is known. */
export function languageOf(name: string): string | null {
  const last = name.split(/[\\/]/).at(-1)?.toLowerCase() ?? '';
  const end = last.includes('.') ? (last.split('.').at(-1) ?? '') : last;
  const known = Object.hasOwn(also, end) ? also[end] : end;
  return known !== undefined && Object.hasOwn(languages, known) ? known : null;
}

const KEYWORD = /^hljs-(keyword|literal|built_in|type|selector-tag|name|section|meta|tag)$/;
const STRING = /^hljs-(string|regexp|char|number|symbol|attribute|link|addition)$/;
const COMMENT = /^hljs-(comment|quote|doctag|deletion)$/;

const toneOf = (names: unknown): Stretch['tone'] => {
  const [name] = Array.isArray(names) ? names : [];
  if (typeof name !== 'string') return null;
  if (COMMENT.test(name)) return 'comment';
  if (STRING.test(name)) return 'string';
  return KEYWORD.test(name) ? 'keyword' : null;
};

const flat = (nodes: Root['children'], tone: Stretch['tone']): Stretch[] =>
  nodes.flatMap((node): Stretch[] => {
    if (node.type === 'text') return [{ tone, text: node.value }];
    return node.type === 'element' ? flat(node.children, tone ?? toneOf(node.properties.className)) : [];
  });

/** Loads what draws a language, and answers the function that does; the same promise for all who ask. */
export function highlighter(language: string): Promise<(text: string) => Stretch[]> {
  const known = loaded.get(language);
  if (known !== undefined) return known;
  const made = Promise.all([import('./lowlight.ts'), languages[language]?.()]).then(([{ createLowlight: create }, grammar]) => {
    const low = create(grammar === undefined ? {} : { [language]: grammar.default });
    return (text: string) => (grammar === undefined ? [{ tone: null, text }] : flat(low.highlight(language, text).children, null));
  });
  loaded.set(language, made);
  return made;
}

const loaded = new Map<string, Promise<(text: string) => Stretch[]>>();
