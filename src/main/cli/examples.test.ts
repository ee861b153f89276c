import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { claudeTree, jsonl } from '../engine/testing/tree.ts';
import { loadCommand } from './command.ts';
import { TAPE as PROGRAM } from './tape-rows.ts';
import { ended, openShell, type Shell } from './testing/shell.ts';

const TAPE = fileURLToPath(new URL('tape.ts', import.meta.url));

/** Two run until they are stopped, one starts an agent, three take what an agent gives them on stdin, one prints what only a capture has, one asks a model, and one a server. */
const APART = ['serve', 'receive', 'record', 'mcp', 'hook', 'statusline', 'request', 'replay', 'pull'];

const turn = (at: number): string => `u${at} "rate limit ${at}"${at === 46 ? ' @a45' : ''} > a${at} "answer ${at}" <- step m${at}`;
const turns = (from: number, to: number): string => Array.from({ length: to - from + 1 }, (_, at) => turn(from + at)).join(' > ');
const TITLE = '- ai-title {"aiTitle":"Limits"}';

/** Its turns end and begin where the examples cut: entry 91 ends one, the next begins with 93, and one ends with 140. */
const SESSION = `${TITLE}\n${turns(1, 45)}\n${TITLE}\n${turns(46, 75)}`;

/** A shell in which the examples of the help make sense: a tape in the catalog, and a native one with a fork. */
const furnished = async (): Promise<Shell> => {
  const shell = openShell();
  mkdirSync(join(shell.home, 'logs/app'), { recursive: true });
  mkdirSync(join(shell.home, 'bin'));
  const session = jsonl(claudeTree(SESSION));
  writeFileSync(join(shell.home, 'logs/app/session-1.jsonl'), session);
  const file = join(shell.home, 'session.jsonl');
  writeFileSync(file, session);
  // A session that is over: nothing is made of one that may still be written to.
  utimesSync(file, 1_700_000_000, 1_700_000_000);
  const mill = ['human', 'bot'].map((who, at) => ({ id: at, who, words: 'The corn is ground.' }));
  writeFileSync(join(shell.home, 'mill.jsonl'), jsonl(mill));
  writeFileSync(join(shell.home, 'bin/tape'), `#!/bin/sh\nexec '${process.execPath}' '${TAPE}' "$@"\n`, { mode: 0o755 });
  await shell.tape('init');
  await shell.tape('append', 'The rate limit is nine.');
  await shell.tape('append', '--kind', 'tool_call', '{"calls":[{"id":"c1","function":{"name":"ls","arguments":"{}"}}]}');
  return shell;
};

const has = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;

const ID = '3f2a91c0';

/** The id that the examples name stands for whichever tape is there. */
const withId = async (shell: Shell, line: string): Promise<string> => {
  if (!line.includes(ID)) return line;
  const { items } = JSON.parse((await shell.tape('list', '--json')).out);
  return line.replaceAll(ID, items[0]?.tape ?? '');
};

test.runIf(has('bash'))('the examples of the help do run, in this order', async () => {
  const shell = await furnished();
  const env = { ...shell.env, PATH: `${join(shell.home, 'bin')}:${shell.env.PATH ?? ''}` };
  const rows = PROGRAM.commands.filter(({ raw, name }) => !raw && !APART.includes(name));
  const shown = await Promise.all(rows.map(loadCommand));
  for (const { example } of shown) {
    const [line] = example;
    if (line.includes('| jq') && !has('jq')) continue;
    const child = spawn('bash', ['-o', 'pipefail', '-c', await withId(shell, line)], {
      env,
      cwd: shell.home,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const { code, out, err } = await ended(child);
    expect({ line, code, err }).toEqual({ line, code: 0, err: '' });
    expect(out, line).not.toBe('');
  }
});
