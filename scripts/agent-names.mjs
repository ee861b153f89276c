// Finds names of agents in code and strings. Comments may name them: they explain what the code must not know.
import ts from 'typescript';

/** The words that give an agent away: `claude` of `claude-code`, since much else is called after its first word alone. */
export function wordsOf(ids) {
  return [...new Set(ids.map((id) => id.split('-')[0]))];
}

/** `asClaude`, `CLAUDE_DIR` and `~/.claude/x` all have the word in them; `bubble`, `pick` and `api` have none. */
const split = (text) =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');

/** The names in a text, `openClaw` as well as `openclaw`. */
const namesIn = (text, words) => {
  const parts = split(text);
  return words.filter((word) => parts.some((part, at) => part === word || (part.length > 2 && part + parts[at + 1] === word)));
};

/** The leaves of a file that are code or text: no comment is one. */
const leavesOf = (file, source) => {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const leaves = [];
  const visit = (node) => {
    if (ts.isJSDoc(node)) return;
    const own = ts.isLiteralExpression(node) || ts.isIdentifier(node) || ts.isPrivateIdentifier(node) || ts.isJsxText(node);
    if (own || ts.isTemplateLiteralToken(node)) {
      const first = tree.getLineAndCharacterOfPosition(ts.isJsxText(node) ? node.pos : node.getStart(tree)).line + 1;
      const last = tree.getLineAndCharacterOfPosition(node.end).line + 1;
      for (const [at, text] of node.text.split('\n').entries()) leaves.push({ text, line: Math.min(first + at, last) });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return leaves;
};

/** Where a file names agents: `[{word, line}]`. Style sheets and pages are read whole but for their comments. */
export function findNames(file, source, words) {
  if (/\.tsx?$/.test(file)) return leavesOf(file, source).flatMap(({ text, line }) => namesIn(text, words).map((word) => ({ word, line })));
  const bare = source.replace(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n]/g, ' '));
  return bare.split('\n').flatMap((text, at) => namesIn(text, words).map((word) => ({ word, line: at + 1 })));
}

/** Tables, tests and what is made for tests know names: that is what they are for. */
const isTable = (file) =>
  /\/formats\/(index|rules|abouts|namings|exports|contracts|surgeries|tools|wirings|hookings|databases|servers|archives)\.ts$/.test(file) ||
  /\.test\.tsx?$/.test(file) ||
  /\/testing(\/|\.ts$)/.test(file) ||
  file.startsWith('src/renderer/dev/');

/** The agent whose folder a file is in, with those that it takes after: `[]` for a file that is at nobody's home. */
const homeOf = (file, agents) => {
  const line = [];
  let id = /\/formats\/([^/]+)\//.exec(file)?.[1];
  for (let agent = agents.find((one) => one.id === id); agent && !line.includes(agent); agent = agents.find((one) => one.id === id)) {
    line.push(agent);
    id = agent.heirOf;
  }
  return line;
};

/** Imports from the folder of another agent, of our own format as well, whose name is a common word everywhere else. */
const foreignImports = (source, home, agents) =>
  home.length === 0
    ? []
    : source.split('\n').flatMap((text, at) => {
        const id = /(?:from|import\()\s*'\.\.\/([^/']+)\//.exec(text)?.[1];
        return agents.some((one) => one.id === id) && !home.some((one) => one.id === id) ? [{ word: id, line: at + 1 }] : [];
      });

const lookInto = (file, source, agents) => {
  const home = homeOf(file, agents);
  const own = wordsOf(home.map(({ id }) => id));
  const words = wordsOf(agents.filter((one) => !one.own).map(({ id }) => id)).filter((word) => !own.includes(word));
  const named = findNames(file, source, words);
  const said = (one) => named.some(({ word, line }) => line === one.line && one.word.startsWith(word));
  return [...named, ...foreignImports(source, home, agents).filter((one) => !said(one))].map((one) => ({ file, ...one }));
};

/**
 * Judges all files, `[file, source]` each, against `allowed`: `{file: {words, why}}`. `agents` have an id, may be `own`, and may be `heirOf` another, whose
 * name and folder they may use. Answers what to complain of. It complains as well of an allowance that nothing needs any more, and where it saw
 * nothing at all: then the check itself is broken.
 */
export function judge(files, agents, allowed) {
  const words = wordsOf(agents.filter((one) => !one.own).map(({ id }) => id));
  const looked = files.filter(([file]) => !isTable(file));
  const found = looked.flatMap(([file, source]) => lookInto(file, source, agents));
  const known = ({ file, word }) => allowed[file]?.words.includes(word) === true;
  const used = (file, word) => found.some((one) => one.file === file && one.word === word);
  const blind =
    looked.every(([file]) => homeOf(file, agents).length > 0) ||
    words.length === 0 ||
    files.every(([file, source]) => findNames(file, source, words).length === 0);
  return {
    files: looked.length,
    complaints: [
      ...(blind ? [`saw ${looked.length} files and ${words.length} names: the check itself is broken`] : []),
      ...found
        .filter((one) => !known(one))
        .map(({ file, line, word }) => `${file}:${line}: ${word} has its own folder, src/main/engine/formats/`),
      ...Object.entries(allowed).flatMap(([file, { words: some }]) =>
        some.filter((word) => !used(file, word)).map((word) => `${file} no longer says ${word}: take it off the list in scripts/names.mjs`),
      ),
    ],
  };
}
