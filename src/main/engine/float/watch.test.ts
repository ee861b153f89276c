import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { build } from './build.ts';
import { readContext } from './context-files.ts';
import { describeFolder } from './edit.ts';
import { closeFloat, type Float, openFloat } from './float.ts';
import { generate } from './generate.ts';
import { scan } from './scan.ts';
import { project, write } from './testing.ts';
import { type Watching, type WatchOptions, type WatchProgress, type WatchTold, watchFloat } from './watch.ts';

/** Long enough for a machine that does eight other things; nothing waits for it where all goes well. */
const PATIENCE = 300_000;

const open: { watching: Watching; float: Float }[] = [];

afterEach(async () => {
  for (const { watching, float } of open.splice(0)) {
    await watching.close();
    closeFloat(float);
  }
});

const watched = async (files: Record<string, string>, options: Partial<WatchOptions> = {}) => {
  const float = project(files);
  const told: WatchTold[] = [];
  const counts = { scans: 0, builds: 0 };
  const watching = await watchFloat(float, {
    tiers: ['standard'],
    scan: (...given) => {
      counts.scans += 1;
      return scan(...given);
    },
    build: (...given) => {
      counts.builds += 1;
      return build(...given);
    },
    ...options,
    tell: (one) => void told.push(one),
  });
  open.push({ watching, float });
  await watching.idle();
  return { float, told, counts, watching };
};

const until = async (holds: () => boolean): Promise<void> => {
  for (const end = Date.now() + PATIENCE; !holds(); ) {
    if (Date.now() > end) throw new Error('it did not come to that');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

const shown = (float: Float, name: string): string => readContext(float, `${name}.standard.md`) ?? '';

test('a watch describes new files and folders once texts were generated', async () => {
  const { float } = await watched({ 'src/a.ts': '// First.\n' });
  await generate(float);
  write(float.root, { 'src/b.ts': '// Second.\n', 'more/c.ts': '// Third.\n' });
  await until(() => shown(float, 'src').includes('Second.') && shown(float, 'more').includes('Third.'));
});

test('a watch begins with what is there, and a saved file is in its context files by itself', async () => {
  const { float, told } = await watched({ 'src/a.ts': 'export const a = 1;' });
  expect(told.map(({ event }) => event)).toEqual(['scan', 'build']);
  expect(shown(float, 'src')).toContain('`a.ts`');
  write(float.root, { 'src/b.ts': 'export const b = 1;' });
  await until(() => shown(float, 'src').includes('`b.ts`'));
});

test('folders that are renamed, made and removed are followed', async () => {
  const { float } = await watched({ 'src/one/a.ts': '1', 'docs/b.md': '2' });
  renameSync(join(float.root, 'src/one'), join(float.root, 'src/two'));
  await until(() => shown(float, 'src--two') !== '' && shown(float, 'src--one') === '');
  write(float.root, { 'src/two/deep/c.ts': '3' });
  await until(() => shown(float, 'src--two--deep').includes('`c.ts`'));
  rmSync(join(float.root, 'src'), { recursive: true });
  await until(() => shown(float, 'src--two--deep') === '' && shown(float, 'src') === '');
  expect(shown(float, 'docs')).toContain('`b.md`');
});

test('what a build writes starts no other one', async () => {
  const { float, counts, watching } = await watched({ 'src/a.ts': '1' });
  write(float.root, { 'src/b.ts': '2' });
  await until(() => shown(float, 'src').includes('`b.ts`'));
  await watching.idle();
  const before = { ...counts };
  await build(float, { tiers: ['standard'] });
  write(float.root, { '.float/context/mine.md': 'not a part of the project' });
  // A change that counts comes after them: when it is in, they have been passed over.
  write(float.root, { 'src/c.ts': '3' });
  await until(() => shown(float, 'src').includes('`c.ts`'));
  await watching.idle();
  expect(counts.scans - before.scans).toBeLessThanOrEqual(2);
});

test('a storm of 5,000 files is a few scans and builds', async () => {
  const { float, counts, watching } = await watched({ 'a.ts': '1' });
  const before = { ...counts };
  for (let folder = 0; folder < 50; folder += 1) {
    mkdirSync(join(float.root, `new-${folder}`));
    for (let at = 0; at < 100; at += 1) writeFileSync(join(float.root, `new-${folder}`, `${at}.ts`), `${at}`);
  }
  const files = (): unknown => float.db.prepare('SELECT count(*) FROM files').pluck().get();
  await until(() => files() === 5001);
  await watching.idle();
  await until(() => shown(float, 'new-49') !== '');
  expect(counts.scans - before.scans).toBeLessThanOrEqual(40);
  expect(counts.builds - before.builds).toBeLessThanOrEqual(40);
});

test('what .gitignore leaves out starts nothing, until it no longer does', async () => {
  const { float, counts, watching } = await watched({ '.gitignore': 'out/\n', 'a.ts': '1', 'out/x.js': '1' });
  const before = { ...counts };
  write(float.root, { 'out/y.js': '2', 'out/deep/z.js': '3' });
  write(float.root, { 'b.ts': '2' });
  await until(() => shown(float, '_root').includes('`b.ts`'));
  await watching.idle();
  expect(counts.scans - before.scans).toBeLessThanOrEqual(2);
  write(float.root, { '.gitignore': 'other/\n' });
  await until(() => shown(float, 'out').includes('`y.js`'));
  await watching.idle();
  await until(() => {
    writeFileSync(join(float.root, 'out/late.js'), String(Date.now()));
    return shown(float, 'out').includes('`late.js`');
  });
});

test('what somebody else writes to the database is built too', async () => {
  const { float } = await watched({ 'src/a.ts': '1' });
  const other = openFloat(float.root);
  describeFolder(other, '/src', { description: 'The sources of the light.', by: 'person' });
  closeFloat(other);
  await until(() => shown(float, 'src').includes('The sources of the light.'));
});

test('a build that fails is reported, and tried again with the next change', async () => {
  let failing = true;
  const { float, told } = await watched(
    { 'src/a.ts': '1' },
    {
      build: (...given) => {
        if (failing) throw new Error('no more room');
        return build(...given);
      },
    },
  );
  // On a busy machine the watch is ready after the first round, and a second one fails as well.
  expect([...new Set(told.map(({ event }) => event))]).toEqual(['scan', 'failed']);
  failing = false;
  write(float.root, { 'src/b.ts': '2' });
  await until(() => shown(float, 'src').includes('`b.ts`') && shown(float, 'src').includes('`a.ts`'));
});

test('a watch says how far its first look and long builds are, and can be given up before it has begun', async () => {
  const files = Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`f${at % 30}/${at}.ts`, `${at}`]));
  const far: (WatchProgress | null)[] = [];
  const { float, watching } = await watched(files, { progress: (one) => void far.push(one) });
  const works = (): unknown[] => [...new Set(far.map((one) => one?.work ?? null))];
  expect(works()).toEqual(['scan', 'build', null]);
  expect(far.filter((one) => one?.work === 'scan').at(-1)).toEqual({ work: 'scan', done: 600, total: 0 });
  expect(far.filter((one) => one?.work === 'build').at(-1)).toEqual({ work: 'build', done: 31, total: 31 });
  far.length = 0;
  write(float.root, { 'new/a.ts': '1' });
  await until(() => shown(float, 'new') !== '');
  await watching.idle();
  expect(works()).not.toContain('scan');
  const other = project(files);
  const tell = (): void => expect.fail('nothing is done');
  await expect(watchFloat(other, { tell, signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'cancelled' });
  expect(other.db.prepare('SELECT count(*) FROM folders').pluck().get()).toBe(0);
});

test('a saved file is looked for where it is, and nowhere else', async () => {
  const files = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`f${at}/a.ts`, `${at}`]));
  const { float, told, counts, watching } = await watched(files);
  const before = { ...counts };
  write(float.root, { 'f7/a.ts': 'changed' });
  await until(() => told.some((one) => one.event === 'scan' && one.receipt.changed === 1));
  await watching.idle();
  const receipt = told.flatMap((one) => (one.event === 'scan' && one.receipt.changed === 1 ? [one.receipt] : []))[0];
  expect(receipt).toMatchObject({ folders: 1, files: 1, stale: ['/', '/f7'], goneFolders: [] });
  expect(counts.scans).toBe(before.scans);
  // Somebody removes a folder and a file at once: that is for a scan of all.
  rmSync(join(float.root, 'f9'), { recursive: true });
  rmSync(join(float.root, 'f8/a.ts'));
  await until(() => shown(float, 'f9') === '' && !shown(float, 'f8').includes('`a.ts`'));
});

test('context files are looked at with the project as a whole, and not for each saved file', async () => {
  const trusted: (boolean | undefined)[] = [];
  const { float, told, watching } = await watched(
    { 'src/a.ts': '1' },
    {
      build: (on, options) => {
        trusted.push(options?.trust);
        return build(on, options);
      },
    },
  );
  expect(new Set(trusted)).toEqual(new Set([false]));
  trusted.length = 0;
  write(float.root, { 'src/a.ts': 'changed' });
  await until(() => told.some((one) => one.event === 'scan' && one.receipt.changed === 1));
  await watching.idle();
  expect(trusted).toContain(true);
});

test('a scan that fails is made up for with the next change', async () => {
  let failing = false;
  const { float, told } = await watched(
    { 'src/a.ts': '1' },
    {
      scan: (...given) => {
        if (failing) throw new Error('not now');
        return scan(...given);
      },
    },
  );
  failing = true;
  write(float.root, { 'new/b.ts': '2' });
  await until(() => told.some(({ event }) => event === 'failed'));
  failing = false;
  write(float.root, { 'src/c.ts': '3' });
  await until(() => shown(float, 'new').includes('`b.ts`') && shown(float, 'src').includes('`c.ts`'));
});

test('a watch that is closed does nothing more, also in the middle of a round', async () => {
  const float = project({ 'src/a.ts': '1' });
  const told: WatchTold[] = [];
  const watching = await watchFloat(float, { tell: (one) => void told.push(one), tiers: ['standard'] });
  write(float.root, { 'src/b.ts': '2' });
  await watching.close();
  const seen = told.length;
  write(float.root, { 'src/c.ts': '3' });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(told.length).toBe(seen);
  expect(() => readFileSync(join(float.root, '.float/float.db'))).not.toThrow();
  closeFloat(float);
});
