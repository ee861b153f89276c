import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseQuickly } from './arguments.ts';
import { type Command, loadCommand } from './command.ts';
import { TAPE_HELP } from './help.ts';
import { parseFully } from './program.ts';
import { TAPE } from './tape-rows.ts';

const COMMANDS = await Promise.all(TAPE.commands.map(loadCommand));

const command = (name: string): Command => {
  const found = COMMANDS.find((candidate) => candidate.name === name);
  if (!found) throw new Error(`no command ${name}`);
  return found;
};
/** Those that are for people. */
const SHOWN = COMMANDS.filter(({ raw }) => !raw);
const fully = (...words: string[]) => parseFully(TAPE, TAPE_HELP, '9.9.9', words, 80);

describe('parseQuickly', () => {
  test('reads operands, switches and values in any order', () => {
    expect(parseQuickly(command('view'), ['--step', '-1', 'a.jsonl', '--json', '--policy=from-anchor:x=y'])).toEqual({
      operands: ['a.jsonl'],
      options: { step: '-1', json: true, policy: 'from-anchor:x=y' },
    });
  });

  test.each([
    ['an unknown option', ['a', '--jsn']],
    ['a short option', ['a', '-h']],
    ['help', ['--help']],
    ['a missing value', ['a', '--step']],
    ['a value for a switch', ['a', '--json=yes']],
    ['an option twice', ['a', '--json', '--json']],
    ['too many operands', ['a', 'b']],
  ])('leaves %s to commander', (_, words) => {
    expect(parseQuickly(command('view'), words)).toBeNull();
  });

  test('leaves a missing operand to commander', () => {
    expect(parseQuickly(command('show'), [])).toBeNull();
    expect(parseQuickly(command('view'), [])).not.toBeNull();
  });

  test('an option that may be repeated is a list, and any other is not', () => {
    expect(parseQuickly(command('handoff'), ['build', '--next-step', 'one', '--owner=me', '--next-step=two'])?.options).toEqual({
      'next-step': ['one', 'two'],
      owner: 'me',
    });
    expect(parseQuickly(command('handoff'), ['build', '--owner', 'a', '--owner', 'b'])).toBeNull();
  });

  test('a dash alone is an operand, and a raw command takes whatever is there', () => {
    expect(parseQuickly(command('append'), ['-'])?.operands).toEqual(['-']);
    expect(parseQuickly(command('__complete'), ['log', '--', '-x', ''])).toEqual({ operands: ['log', '--', '-x', ''], options: {} });
  });

  test('agrees with commander on every line that it takes', async () => {
    const word = fc.constantFrom(
      'a.jsonl',
      'b',
      '--',
      '-',
      '-1',
      '--json',
      '--step',
      '--step=3',
      '--policy',
      '--messages',
      '--tape=x',
      '--limit',
      '5',
      '-x',
      '',
      '--next-step',
      '--next-step=write it',
      '--source-id',
      '--all-sessions',
      '--on-conflict=keep-both',
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...SHOWN), fc.array(word, { maxLength: 5 }), async (one, words) => {
        const quick = parseQuickly(one, words);
        if (quick) expect(await fully(one.name, ...words)).toMatchObject({ command: { name: one.name }, given: quick });
      }),
      { numRuns: 500 },
    );
  });
});

describe('parseFully', () => {
  const message = async (...words: string[]): Promise<string> => {
    try {
      await fully(...words);
    } catch (thrown) {
      return thrown instanceof Error ? thrown.message : String(thrown);
    }
    return 'nothing was wrong';
  };

  test.each([
    [['list', '--jsn'], "Unknown option '--jsn'. Did you mean --json? See tape list --help."],
    [['lst'], "Unknown command 'lst'. Did you mean list? See tape --help."],
    [['help', 'lst'], "Unknown command 'lst'. Did you mean list? See tape --help."],
    [['show'], 'ANCHOR is missing in tape show ANCHOR. See tape show --help.'],
    [['view', 'x', '--step'], '--step needs a value, N. See tape view --help.'],
    [['view', 'x', 'y'], 'tape view takes 1 argument, [FILE|ID], not 2: x, y. See tape view --help.'],
    [['reindex', 'now'], 'tape reindex takes no argument, not 1: now. See tape reindex --help.'],
  ])('%j is explained in one line', async (words, sentence) => {
    expect(await message(...words)).toBe(sentence);
  });

  test('every command has a help with an example of its own that parses', async () => {
    for (const one of SHOWN) {
      const reading = await fully(one.name, '--help');
      const help = 'help' in reading ? reading.help : '';
      expect(help).toContain(one.example[0]);
      expect(one.example[0]).toMatch(new RegExp(`^tape ${one.name}( |$)`));
      const words =
        one.example[0]
          .replace(/ \|.*/, '')
          .match(/"[^"]*"|\S+/g)
          ?.slice(1 + one.name.split(' ').length) ?? [];
      expect(
        parseQuickly(
          one,
          words.map((word) => word.replace(/"/g, '')),
        ),
      ).not.toBeNull();
    }
  });

  test('no line of help is wider than the terminal, but for examples', async () => {
    for (const words of [['--help'], ...SHOWN.map(({ name }) => [name, '--help'])]) {
      const reading = await fully(...words);
      const [help = ''] = 'help' in reading ? reading.help.split(/^Examples?:$/m) : [];
      for (const line of help.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
    }
  });

  test('the help names every command and every exit code', async () => {
    const reading = await fully('--help');
    const help = 'help' in reading ? reading.help : '';
    for (const { name } of SHOWN) expect(help).toMatch(new RegExp(`^ {2}${name}\\b`, 'm'));
    for (const code of [0, 1, 2, 3, 130]) expect(help).toMatch(new RegExp(`^ {2}${code} `, 'm'));
  });

  test('prints the version', async () => {
    expect(await fully('--version')).toEqual({ help: '9.9.9\n' });
  });
});
