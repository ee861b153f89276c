import { expect, test } from 'vitest';
import { bubTape } from '../engine/testing/bub-script.ts';
import { tempFolder, writeFile } from '../engine/testing/files.ts';
import { bound, idsOf } from './testing/bound.ts';
import { openShell } from './testing/shell.ts';

test('comma commands work on the tape of the directory, with their arguments as words of the shell', async () => {
  const shell = bound();
  expect((await shell.tape(',tape.info')).out).toContain('5 entries, 1 anchor');
  expect((await shell.tape(',handoff', 'name=plan', 'summary=All is said')).out).toContain('anchor plan is entry 6');
  expect((await shell.tape(',fork name=a')).out).toContain('starts after entry 6');
  expect((await shell.tape(',discard name=a')).out).toContain('archive');
  expect(idsOf(await shell.json('log', '--kind', 'anchor'))).toEqual([6]);
  expect(await shell.tape(',nonsense')).toMatchObject({ code: 2, err: expect.stringContaining('There is no command ,nonsense') });
});

test('what moves to the archive by a comma command goes from the lists of the catalog too', async () => {
  const shell = bound();
  await shell.tape(',fork name=a');
  await shell.tape('import', `${shell.env.TAPE_HOME}`);
  expect((await shell.tape('list')).out).toContain('fork: a');
  await shell.tape(',discard name=a');
  expect((await shell.tape('list')).out).not.toContain('fork: a');
  await shell.tape(',fork name=b');
  await shell.tape('import', `${shell.env.TAPE_HOME}`);
  expect((await shell.tape('list')).out).toContain('fork: b');
  await shell.tape(',reset archive=true');
  expect((await shell.tape('list')).out).toContain('archive: main');
});

test('on a log of Bub those that read answer, and those that write are refused', async () => {
  const shell = openShell();
  const tape = bubTape('anchor session/start {}\nuser "mend the light" <- run r1\nassistant "mended" <- run r1');
  const file = writeFile(tempFolder(), '0123456789abcdef__0123456789abcdef.jsonl', tape);
  expect((await shell.tape(',tape.info', file)).out).toContain('bub, ');
  expect((await shell.tape(',anchors', file)).out).toContain('session/start');
  expect((await shell.tape(',tape.log limit=1', file)).out.trim().split('\n')).toHaveLength(1);
  expect((await shell.tape(',tape.search', 'light', file)).out).toContain('mend the light');
  expect(await shell.tape(',handoff', 'name=x', file)).toMatchObject({ code: 3, err: expect.stringContaining('never written to') });
});
