import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { constants, openSync, readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { tempFolder } from '../engine/testing/files.ts';
import { ended } from './testing/shell.ts';

const PRINTS = fileURLToPath(new URL('testing/prints.ts', import.meta.url));
const LINES = 6000;

const prints = (stdout: 'pipe' | number) => spawn(process.execPath, [PRINTS, String(LINES)], { stdio: ['pipe', stdout, 'pipe'] });

const expected = Array.from({ length: LINES }, (_, at) => `line ${at} of an answer that is longer than a pipe holds\n`).join('');

test('an answer is whole in a pipe and in a file', async () => {
  const piped = prints('pipe');
  piped.stdin?.end('go\n');
  expect(await ended(piped)).toEqual({ code: 0, out: expected, err: 'printed' });
  const path = join(tempFolder(), 'answer');
  const filed = prints(openSync(path, 'w'));
  filed.stdin?.end('go\n');
  expect((await ended(filed)).code).toBe(0);
  expect(readFileSync(path, 'utf8')).toBe(expected);
});

const MKFIFO = spawnSync('mkfifo', ['--version']).error === undefined;

test.runIf(MKFIFO)('and in a pipe that somebody else has made one that does not wait', async () => {
  const path = join(tempFolder(), 'pipe');
  execFileSync('mkfifo', [path]);
  const reading = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writing = openSync(path, 'w');
  const child = prints(writing);
  const end = ended(child);
  // Node starts a child with pipes that wait; a socket of our own over the same pipe takes that back.
  const shared = new Socket({ fd: writing, readable: false });
  child.stdin?.end('go\n');
  // The pipe is full by then, and nobody has read a byte.
  if (child.stderr) await once(child.stderr, 'data');
  let out = '';
  const read = new Socket({ fd: reading, writable: false }).on('data', (chunk) => {
    out += String(chunk);
  });
  expect((await end).code).toBe(0);
  while (out.length < expected.length) await once(read, 'data');
  expect(out).toBe(expected);
  shared.destroy();
  read.destroy();
});
