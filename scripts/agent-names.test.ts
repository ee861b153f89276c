import { describe, expect, test } from 'vitest';
import { findNames, judge, wordsOf } from './agent-names.mjs';

const agents = [
  { id: 'claude-code' },
  { id: 'openclaw', heirOf: 'pi' },
  { id: 'pi' },
  { id: 'bub' },
  { id: 'native', own: true, heirOf: 'bub' },
];
const words = wordsOf(['claude-code', 'openclaw', 'pi', 'bub']);
const found = (source: string, file = 'src/shared/a.tsx') => findNames(file, source, words).map(({ word, line }) => `${line} ${word}`);

describe('a name of an agent is found', () => {
  test.each([
    ['in a string', "const a = 1;\nconst b = format === 'claude-code';", ['2 claude']],
    ['in an import', "import { x } from '../formats/pi/read.ts';", ['1 pi']],
    ['in an identifier', 'const asClaude = openClawRules(bub_names, CLAUDE_DIR);', ['1 claude', '1 openclaw', '1 bub', '1 claude']],
    ['in a template, a pattern and a key', `f(\`~/.claude/\${x} pi\`, /^bub-/, { pi: 1 })`, ['1 claude', '1 pi', '1 bub', '1 pi']],
    ['in the text of an element', '<p title="x">\n\nReads\nClaude Code\n</p>', ['4 claude']],
    ['in a text of several lines', 'x = `a\nb\nbub`; z = "a\\nbub";', ['3 bub', '3 bub']],
    ['behind a comment', '/* x\n */ export const bub = 1; // pi', ['2 bub']],
  ])('%s', (_where, source, expected) => expect(found(source)).toEqual(expected));

  test('in a style sheet and a page, not in their comments', () => {
    expect(found('/* bub */\n.pi { color: red }', 'a.css')).toEqual(['2 pi']);
    expect(found('<!-- bub\n -->\n<b>Claude</b>', 'a.html')).toEqual(['3 claude']);
  });

  test('and not in comments or in words that only contain one', () => {
    expect(found('/** Claude does it. */\n// and pi\nconst bubble = pick(api, "spi piece claudette", /pypi-[a-z]/, p + i);')).toEqual([]);
  });
});

describe('the judgement', () => {
  const home = ['src/main/engine/formats/pi/read.ts', "export const id = 'pi';"] as const;
  const clean = ['src/shared/a.ts', 'export const a = 1;'] as const;
  const planted = ['src/main/cli/b.ts', "\nif (format === 'pi') skip();"] as const;

  test('complains of a planted name with its place, and of nothing in the folder of the agent, tables and tests', () => {
    expect(judge([home, clean], agents, {})).toEqual({ files: 2, complaints: [] });
    const others = ['src/main/engine/formats/index.ts', 'src/shared/a.test.ts', 'src/main/engine/testing/x.ts', 'src/renderer/dev/x.ts'];
    expect(judge([home, clean, ...others.map((file) => [file, planted[1]] as const)], agents, {}).complaints).toEqual([]);
    expect(judge([home, clean, planted], agents, {}).complaints).toEqual([expect.stringContaining('src/main/cli/b.ts:2: pi')]);
    expect(judge([home, ['src/main/engine/formats/context/a.ts', planted[1]]], agents, {}).complaints).toHaveLength(1);
  });

  test.each([
    ['names another', 'src/main/engine/formats/pi/a.ts', "f('bub')", ['1: bub']],
    ['imports from another', 'src/main/engine/formats/pi/a.ts', "import { x } from '../claude-code/x.ts';", ['1: claude']],
    [
      'imports from our own, whose name others may say',
      'src/main/engine/formats/bub/a.ts',
      "\nimport { x } from '../native/x.ts'; // native",
      ['2: native'],
    ],
    ['loads from our own', 'src/main/engine/formats/bub/a.ts', "await import('../native/x.ts')", ['1: native']],
    ['names its heir', 'src/main/engine/formats/pi/a.ts', "f('openclaw')", ['1: openclaw']],
    ['names and imports what it takes after', 'src/main/engine/formats/openclaw/a.ts', "import { pi } from '../pi/x.ts';", []],
    ['of our own imports what it takes after', 'src/main/engine/formats/native/a.ts', "import { bub } from '../bub/x.ts';", []],
  ])('of a folder that %s', (_what, file, source, expected) => {
    const { complaints } = judge([home, clean, [file, source]], agents, {});
    expect(complaints.map((text) => text.slice(file.length + 1, text.indexOf(' has')))).toEqual(expected);
  });

  test('lets a file say the words that it is allowed, and complains of an allowance that nothing needs', () => {
    const allowed = { 'src/main/cli/b.ts': { words: ['pi'], why: 'a test' } };
    expect(judge([home, planted], agents, allowed).complaints).toEqual([]);
    expect(judge([home, ['src/main/cli/b.ts', "f('pi', 'bub')"]], agents, allowed).complaints).toHaveLength(1);
    expect(judge([home, clean], agents, allowed).complaints).toEqual([expect.stringContaining('no longer says pi')]);
  });

  test('is broken where it sees no file, no name, or no name in any file', () => {
    for (const [files, some] of [
      [[home], agents],
      [[home, clean], []],
      [[clean], agents],
    ] as const) {
      expect(judge(files, some, {}).complaints).toEqual([expect.stringContaining('the check itself is broken')]);
    }
  });
});
