import { describe, expect, test } from 'vitest';
import { openShell } from './testing/shell.ts';

const shell = openShell();

test('--version prints the version and nothing else', async () => {
  expect(await shell.tape('--version')).toEqual({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), err: '' });
});

test.each([[['--help']], [[]], [['help', 'view']], [['view', '--help']]])('%j prints help', async (words) => {
  const { code, out, err } = await shell.tape(...words);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/^Examples?:\n {2}tape view/m);
});

describe('a wrong argument ends with 2 and one sentence', () => {
  test.each([
    [['lst'], "tape: Unknown command 'lst'. Did you mean list? See tape --help.\n"],
    [
      ['view', 'x', '--policy', 'newest:1'],
      `tape: There is no policy called "newest:1". Known policies are as-recorded, last-anchor, anchor:NAME, anchor:#ENTRY, full, compact:BUDGET, summary and memory:QUERY; " + " and any of pin:#ENTRY, without:#ENTRY, summary, memory:QUERY and budget:TOKENS may follow. A policy that was saved goes by its name: see tape policy list.\n`,
    ],
    [['search', 'x', '--limit', '0'], 'tape: --limit takes a whole number from 1 to 200, not "0".\n'],
    [['stats', 'deadbeef'], 'tape: No tape in the catalog and no file here is called deadbeef. See tape list.\n'],
    [['search', 'x', '--tape', 'deadbeef'], 'tape: No tape in the catalog and no file here is called deadbeef. See tape list.\n'],
    [['search', ' '], 'tape: A query has 1 to 500 characters.\n'],
    [['serve', '--port', '99999'], 'tape: --port takes a whole number from 0 to 65,535, not "99999".\n'],
  ])('%j', async (words, sentence) => {
    expect(await shell.tape(...words)).toEqual({ code: 2, out: '', err: sentence });
  });

  test('with --json as one object on stderr', async () => {
    const { code, out, err } = await shell.tape('lst', '--json');
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(JSON.parse(err)).toEqual({ error: { code: 'bad-input', message: expect.stringContaining("Unknown command 'lst'") } });
  });
});
