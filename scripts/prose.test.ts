import { describe, expect, test } from 'vitest';
import { findAbsent, findWords, judgeProse } from './prose.mjs';

const found = (source: string, file = 'src/shared/a.tsx') => findWords(file, source).map(({ line, word }) => `${line} ${word}`);

describe('a forbidden word is found', () => {
  test.each([
    ['in a comment', '/** Read anew. */\nconst a = 1; // goes on\n', ['1 anew', '2 goes on']],
    ['in a comment at the end of a block', 'function f() {\n  g();\n  // It stands behind that.\n}', ['3 stands behind']],
    ['in a message', "fail('The catalog was made\\n anew');\n\nfail(`it lies in the way of ` + a);", ['1 anew', '3 lies']],
    ['in the text of an element', '<p>\n  What is beside it\n</p>', ['2 beside']],
  ])('%s', (_where, source, expected) => expect(found(source)).toEqual(expected));

  test('in a page, but for its code', () => {
    expect(found('One\n\n```\nanew\n```\n`anew` is read anew', 'a.md')).toEqual(['6 anew']);
  });

  test('in the title of a test, whose other strings are data', () => {
    const source = "test.each([['read anew']])('is read anew', () => expect('read anew').toBe(1));\nit('goes on', run);";
    expect(found(source, 'src/a.test.ts')).toEqual(['1 anew', '2 goes on']);
  });
});

test('and not in names, keys, code that is quoted, or good English', () => {
  const source =
    '/* `hear` says "stands in". It stands for and stands in for something. */\nconst anew = \'anew\';\nconst beside = { beside: lookup };';
  expect(found(source)).toEqual([]);
});

describe('a file that is cited and not there', () => {
  const exists = (name: string): boolean => ['formats/rows.ts', 'README.md'].includes(name);
  const absent = (source: string, file = 'src/a.ts') => findAbsent(file, source, exists).map(({ line, name }) => `${line} ${name}`);
  test('is found in comments and pages', () => {
    expect(absent('/** As rows (formats/rows.ts, formats/gone.ts).\n * See DESIGN.md. */\nconst a = 1;')).toEqual([
      '1 formats/gone.ts',
      '2 DESIGN.md',
    ]);
    expect(absent('[a](README.md), `scripts/gone.mjs`\n```\nsrc/x.ts\n```', 'a.md')).toEqual(['1 scripts/gone.mjs']);
  });
  test('and not in code, examples, addresses, single names and files of others', () => {
    expect(
      absent('import x from \'./gone/x.ts\';\n/* "src/a/b.ts", `src/c.ts`, https://x.example/a/b.ts, jwt-keys.ts, CLAUDE.md */'),
    ).toEqual([]);
  });
});

test('the judgement names each file, line and word, and is broken where it sees nothing', () => {
  const judged = (...files: (readonly [string, string])[]) => judgeProse(files, () => true).complaints;
  expect(judged(['src/main/a.ts', '/** Made anew. */\nexport const a = 1;'])).toEqual([
    'src/main/a.ts:1: "anew": write again, from scratch; made anew: rebuilt',
  ]);
  expect(judged(['src/main/a.ts', '/** Rebuilt. */\nexport const a = 1;'])).toEqual([]);
  expect(judged(['src/a.ts', 'a();'])).toEqual([expect.stringContaining('the check itself is broken')]);
});
