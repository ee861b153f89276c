import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { diskFailure } from '../../shared/rpc/disk-reasons.ts';
import { toWireError } from '../../shared/rpc/errors.ts';
import { tempFolder, writeFile } from '../engine/testing/files.ts';
import { claudeTree } from '../engine/testing/tree.ts';
import { createDispatch } from './dispatch.ts';
import { opened } from './testing/opened.ts';

const TREE = claudeTree('u1 "paint the boat" > a1 "painted" <- step m1');
const still = new AbortController().signal;

/** The code and sentence of what a call on the real system throws, behind the door. */
const behindTheDoor = async (work: () => unknown): Promise<string> => {
  const bugs: unknown[] = [];
  const dispatch = createDispatch({
    handlers: { 'app.info': work } as never,
    readOnly: false,
    onBug: (_, thrown) => void bugs.push(thrown),
  });
  const answer = await dispatch('app.info', {}, still);
  expect(bugs).toEqual([]);
  return answer.ok ? 'ok' : `${answer.error.code}: ${answer.error.message}`;
};

describe('what a disk refuses', () => {
  test.each([['a folder', 'unreadable: FOLDER cannot be read: it is a folder.', (folder: string) => writeFileSync(join(folder, 'x'), '')]])(
    '%s in the place of a file',
    async (_, sentence, prepare) => {
      const folder = tempFolder();
      prepare(folder);
      const { readFileSync } = await import('node:fs');
      // The system does not say which file it was where it was open already.
      const said = await behindTheDoor(() => readFileSync(folder));
      expect(said.replace('A file', 'FOLDER').replace(folder, 'FOLDER')).toBe(sentence);
    },
  );

  test('a path with a NUL, through a file, along a link to itself, with too long a name', async () => {
    const { readFileSync, mkdirSync: make } = await import('node:fs');
    const folder = tempFolder();
    const file = writeFile(folder, 'file', 'x');
    const link = join(folder, 'link');
    symlinkSync(link, link);
    expect(await behindTheDoor(() => readFileSync('a\0b'))).toBe('bad-input: A path cannot hold a NUL character.');
    expect(await behindTheDoor(() => readFileSync(join(file, 'x')))).toContain(
      'cannot be read: a part of its path is a file, not a folder.',
    );
    expect(await behindTheDoor(() => readFileSync(link))).toContain(`unreadable: ${link} cannot be read: it is a circular link`);
    expect(await behindTheDoor(() => make(join(folder, 'x'.repeat(300))))).toMatch(
      /^unwritable: .* cannot be written: its name is too long\.$/,
    );
    expect(await behindTheDoor(() => writeFileSync('/dev/full', 'x'))).toMatch(/cannot be written: the disk is full\.$/);
  });

  test('no file may be read: said by a process that is not root', () => {
    const folder = tempFolder();
    const file = writeFile(folder, 'secret.jsonl', TREE);
    chmodSync(file, 0o000);
    const words = new URL('../../shared/rpc/disk-reasons.ts', import.meta.url).pathname;
    const program = `
      if (process.getuid() === 0) { process.setgid(65534); process.setuid(65534); }
      try { (await import('node:fs')).readFileSync(${JSON.stringify(file)}); }
      catch (failure) { console.log(JSON.stringify((await words).diskFailure(failure))); }`;
    const whole = `const words = import(${JSON.stringify(words)}); await words;${program}`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', whole], { encoding: 'utf8' });
    expect(JSON.parse(stdout)).toMatchObject({ code: 'unreadable', message: expect.stringMatching(/: permission is denied\.$/) });
  });

  test('what is not an answer of a disk stays a bug', () => {
    expect(diskFailure(new TypeError('x'))).toBeNull();
    expect(toWireError(new Error('x')).code).toBe('internal');
    expect(toWireError(Object.assign(new Error('x'), { code: 'ERR_ASSERTION' })).code).toBe('internal');
  });
});

describe('logs that cannot be read', () => {
  test('each has its sentence, one whose name is not Unicode too, and the rest is read', async () => {
    const one = await opened();
    const folder = join(one.folder, 'logs');
    const good = writeFile(folder, 'good.jsonl', TREE);
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/bad`), Buffer.from([0xff]), Buffer.from('.jsonl')]), 'x');
    symlinkSync(join(folder, 'loop.jsonl'), join(folder, 'loop.jsonl'));
    const { tapes, refused } = await one.call('library.open', { paths: ['a\0b', folder, join(good, 'below')] });
    expect(tapes).toHaveLength(1);
    const reasons = refused.map(({ reason }) => reason).sort();
    expect(reasons).toEqual([
      'A path cannot hold a NUL character.',
      'It cannot be read: a part of its path is a file, not a folder.',
      'It is a link that leads to itself.',
      'Its name is not Unicode, so it cannot be opened. Rename it.',
    ]);
  });

  test('a log that became a folder, or was cut, says so when it is looked at', async () => {
    const one = await opened();
    const file = writeFile(one.folder, 'logs/a.jsonl', TREE);
    const { tapes } = await one.call('library.open', { paths: [file] });
    const tape = tapes[0]?.id ?? '';
    truncateSync(file, 10);
    expect((await one.dispatch('entries.get', { tape, seq: 1 }, still)).ok).toBe(true);
    const { rmSync } = await import('node:fs');
    rmSync(file);
    mkdirSync(file);
    for (const [method, input] of [
      ['entries.get', { tape, seq: 1 }],
      ['tapes.rawLine', { tape, offset: 0, length: 10 }],
      ['views.messages', { tape, step: 1 }],
      ['entries.previews', { tape, seqs: [1] }],
    ] as const) {
      const answer = await one.dispatch(method, input, still);
      if (!answer.ok) expect(`${method} ${answer.error.code}: ${answer.error.message}`).toMatch(/^\S+ (unreadable|bad-input): .*\.$/);
    }
  });
});

const system = (command: string, words: readonly string[]) => spawnSync(command, words);

test('a full disk is called full', async () => {
  const folder = join(tempFolder(), 'small');
  mkdirSync(folder);
  if (system('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder]).status !== 0) return;
  onTestFinished(() => void system('umount', [folder]));
  const said = await behindTheDoor(() => writeFileSync(join(folder, 'x'), 'x'.repeat(1 << 20)));
  expect(said).toMatch(/^unwritable: .*cannot be written: the disk is full\.$/);
  const { openDatabase } = await import('../engine/database/schema.ts');
  expect(await behindTheDoor(() => openDatabase(folder).db.close())).toMatch(
    /: the disk is full\. TAPESCOPE_HOME can name another folder\.$/,
  );
});
