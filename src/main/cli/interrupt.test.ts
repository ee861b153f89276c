import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ended } from './testing/shell.ts';

const start = async (command: string) => {
  const child = spawn(process.execPath, [fileURLToPath(new URL('testing/waits.ts', import.meta.url)), command]);
  const end = ended(child);
  await once(child.stdout, 'data');
  return { child, end };
};

test('Ctrl-C stops a command, which is said and is not a failure of its own', async () => {
  const { child, end } = await start('listen');
  child.kill('SIGINT');
  expect(await end).toEqual({ code: 130, out: 'ready\n', err: 'tape: Stopped.\n' });
});

test('a command that does not listen is ended all the same', async () => {
  const { child, end } = await start('ignore');
  child.kill('SIGINT');
  expect(await end).toEqual({ code: 130, out: 'ready\n', err: '' });
});
