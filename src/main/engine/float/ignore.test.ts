import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tempFolder } from '../testing/files.ts';
import { write } from './testing.ts';
import { hasGit, seenByGit } from './testing-git.ts';
import { walk } from './walk.ts';

const TREE = [
  'a.txt',
  'b.log',
  'src/a.txt',
  'src/b.log',
  'src/deep/a.txt',
  'src/deep/b.log',
  'src/deep/er/a.txt',
  'lib/a.txt',
  'lib/src/b.log',
  '!x',
  '#y',
];
const rule = fc
  .tuple(
    fc.constantFrom('', '', '!', '/', '!/', '**/', '!**/'),
    fc.constantFrom(
      'a.txt',
      'b.log',
      '*.txt',
      '*.log',
      'src',
      'src/',
      'deep',
      'deep/',
      'deep/*',
      'src/deep',
      'src/**',
      '*',
      'l*b',
      '[ab].*',
      'er/',
      '?.txt',
      '\\!x',
      '\\#y',
      '# no',
      'a.txt ',
    ),
  )
  .map(([mark, pattern]) => mark + pattern);
const rules = fc.array(rule, { maxLength: 4 }).map((lines) => lines.join('\n'));

it.runIf(hasGit)('leaves out what git leaves out, with rules at every level that take each other back', () => {
  fc.assert(
    fc.property(rules, rules, rules, (top, src, deep) => {
      const root = tempFolder();
      write(root, Object.fromEntries(TREE.map((name) => [name, ''])));
      write(root, { '.gitignore': top, 'src/.gitignore': src, 'src/deep/.gitignore': deep });
      const seen = [...walk(root)].flatMap(({ path, files }) =>
        files.map(({ name }) => `${path === '/' ? '' : path.slice(1)}${path === '/' ? '' : '/'}${name}`),
      );
      expect(seen.sort()).toEqual(seenByGit(root).sort());
    }),
    { numRuns: 60, examples: [['src/**', '!deep', '']] },
  );
});

it('goes into a folder that was taken back, whatever characters its name has', () => {
  const root = tempFolder();
  const names = ['[ab]', '#c', '!b', ...(process.platform === 'win32' ? [] : ['*', '?', 'd ', '\\e'])];
  write(root, Object.fromEntries(names.map((name) => [`x/${name}/kept.txt`, ''])));
  write(root, { '.gitignore': 'x/*', 'x/.gitignore': '!*/' });
  const seen = [...walk(root)].flatMap(({ path, files }) => files.map(({ name }) => `${path}/${name}`));
  expect(seen.sort()).toEqual(['//.gitignore', ...names.map((name) => `/x/${name}/kept.txt`)].sort());
});
