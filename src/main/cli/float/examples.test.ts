import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { loadCommand } from '../command.ts';
import { parseFully } from '../program.ts';
import { ended } from '../testing/shell.ts';
import { FLOAT as PROGRAM } from './commands.ts';
import { FLOAT_HELP } from './help.ts';
import { FLOAT, openProject } from './testing/shell.ts';

/** Runs until it is stopped. */
const ENDLESS = ['watch'];
/** Takes back what another example needs. */
const LAST = ['move', 'clean'];

const has = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;

test.runIf(has('bash'))(
  'the examples of the help do run',
  async () => {
    const shell = openProject({ 'src/auth/a.ts': '1', 'docs/b.md': '# B\n' });
    const old = new Database(join(shell.root, 'old.db'));
    old.exec("CREATE TABLE folders (path TEXT, description TEXT, content_md TEXT); INSERT INTO folders VALUES ('/src', 'Sources', NULL)");
    old.close();
    mkdirSync(join(shell.root, '.bin'));
    writeFileSync(join(shell.root, '.bin/float'), `#!/bin/sh\nexec '${process.execPath}' '${FLOAT}' "$@"\n`, { mode: 0o755 });
    const env = { ...shell.env, PATH: `${join(shell.root, '.bin')}:${shell.env.PATH ?? ''}` };
    const shown = await Promise.all(PROGRAM.commands.filter(({ name }) => !ENDLESS.includes(name)).map(loadCommand));
    const inOrder = [...shown.filter(({ name }) => !LAST.includes(name)), ...shown.filter(({ name }) => LAST.includes(name))];
    const renamed = (): void => {
      renameSync(join(shell.root, 'src/auth'), join(shell.root, 'src/login'));
      writeFileSync(join(shell.root, 'src/login/a.ts'), '2');
      spawnSync(process.execPath, [FLOAT, 'scan'], { env, cwd: shell.root });
    };
    for (const { name, example } of inOrder) {
      const [line] = example;
      if (name === 'move') renamed();
      if (name === 'validate')
        for (const todo of [['scan'], ['build', '--stale']]) spawnSync(process.execPath, [FLOAT, ...todo], { env, cwd: shell.root });
      const child = spawn('bash', ['-c', line], { env, cwd: shell.root, stdio: ['ignore', 'pipe', 'pipe'] });
      const { code, out, err } = await ended(child);
      expect({ line, code, err }).toEqual({ line, code: 0, err: '' });
      expect(out, line).not.toBe('');
    }
  },
  60_000,
);

test('each command has help that fits the terminal, but for its example', async () => {
  for (const words of [[], ...PROGRAM.commands.filter(({ raw }) => !raw).map(({ name }) => name.split(' '))]) {
    const reading = await parseFully(PROGRAM, FLOAT_HELP, '9.9.9', [...words, '--help'], 80);
    const [help = ''] = 'help' in reading ? reading.help.split(/^Examples?:$/m) : [];
    expect(help).toMatch(/^Usage: float /);
    for (const line of help.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
  }
});
