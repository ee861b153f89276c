import { expect, test } from 'vitest';
import { judgeFileNames } from './file-names.mjs';

const FINE = 'src/fine.ts';

test.each([
  ['a plural', 'src/a/rule.ts', 'src/a/rules.ts'],
  ['capitals', 'src/a/Chart.tsx', 'src/a/chart.ts'],
  ['an ending', 'src/a/store.ts', 'src/a/storing.ts'],
])('two files of one folder that only %s tells apart are named', (_what, one, other) => {
  expect(judgeFileNames([one, other, FINE])).toEqual([`${one}: name it so that nobody takes it for ${other}`]);
});

test.each([
  ['in folders of their own', 'src/a/rule.ts', 'src/b/rules.ts'],
  ['a file and its test', 'src/a/rule.ts', 'src/a/rules.test.ts'],
  ['commands', 'src/main/cli/commands/fork.ts', 'src/main/cli/commands/forks.ts'],
  ['a kind and the table of all formats', 'src/main/engine/formats/about.ts', 'src/main/engine/formats/abouts.ts'],
])('but not %s', (_what, one, other) => expect(judgeFileNames([one, other, FINE])).toEqual([]));

test('a file of words is to say what they are about, and no file at all is a broken check', () => {
  expect(judgeFileNames(['src/a/words.ts', FINE])).toEqual(['src/a/words.ts: name the file after what its words are about']);
  expect(judgeFileNames([])).toEqual([expect.stringContaining('the check itself is broken')]);
});
