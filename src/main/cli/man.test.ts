import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { HELP } from '../launch/arguments.ts';
import { loadCommand } from './command.ts';
import { FLOAT } from './float/commands.ts';
import { programManual, textManual } from './man.ts';
import { TAPE } from './tape-rows.ts';

const manualOf = async (program: typeof TAPE): Promise<string> => programManual(program, 'about', '1.2.3');

test.each([TAPE, FLOAT])('the manual page of $name has every command, option and example', async (program) => {
  const page = await manualOf(program);
  for (const { name, flags, example } of await Promise.all(program.commands.filter(({ raw }) => !raw).map(loadCommand))) {
    expect(page).toContain(`.SS \\fB${program.name} ${name.replaceAll('-', '\\-')}\\fR`);
    for (const flag of flags) expect(page).toContain(`\\fB\\-\\-${flag.name.replaceAll('-', '\\-')}\\fR`);
    expect(page).toContain(example[0].replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('…', '...'));
  }
  for (const { name } of program.commands.filter(({ raw }) => raw)) expect(page).not.toContain(`.SS \\fB${program.name} ${name}`);
});

test.each([TAPE, FLOAT])(
  'the help of each command of $name is whole sentences, and its first line needs no line before it',
  async (program) => {
    for (const { name, summary, notes } of await Promise.all(program.commands.map(loadCommand))) {
      expect(notes.filter((note) => !note.endsWith('.'))).toEqual([]);
      expect(`${name}: ${summary}`).not.toMatch(/: (look for|remove) them\b|\bthese\b/);
    }
  },
);

const REQUESTS = /^\.(TH|SH|SS|TP|PP|br|nf|fi)\b/;

test('no text of a table is taken for a request of roff', async () => {
  const pages = [await manualOf(TAPE), await manualOf(FLOAT), textManual('tapescope', HELP, 'about', '1.2.3')];
  const odd = pages.flatMap((page) => page.split('\n')).filter((line) => /^[.']/.test(line) && !REQUESTS.test(line));
  expect(odd).toEqual([]);
  expect(textManual('a', '.so /etc/passwd\n\\fBx', 'about', '1')).toContain('\\&.so /etc/passwd\n\\efBx');
});

const groff = spawnSync('groff', ['--version']).status === 0;

test.runIf(groff)('groff formats the pages without a word of warning', async () => {
  for (const program of [TAPE, FLOAT]) {
    const { stdout, stderr } = spawnSync('groff', ['-man', '-Tutf8', '-K', 'utf8', '-ww'], {
      input: await manualOf(program),
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(stdout).toContain(program.name === 'tape' ? 'tape view' : 'float build');
  }
});
