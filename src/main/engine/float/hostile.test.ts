import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { tempFolder } from '../testing/files.ts';
import { build } from './build.ts';
import { assembleContext } from './context.ts';
import { describeFolder, setScope } from './edit.ts';
import { closeFloat, type Float, openFloat } from './float.ts';
import { floatStatus } from './folders.ts';
import { generate } from './generate.ts';
import { addDecision } from './log.ts';
import { scan } from './scan.ts';
import { project, write } from './testing.ts';
import { validate } from './validate.ts';

const wrong = async (float: Float): Promise<unknown[]> => (await validate(float)).filter(({ state }) => state !== 'current');

it('builds the sources of this program: every folder in four tiers, each in its budget', async () => {
  const root = tempFolder();
  cpSync(fileURLToPath(new URL('../..', import.meta.url)), join(root, 'src'), { recursive: true });
  const float = openFloat(root, { create: true });
  const { folders } = await scan(float);
  const { described, silent, references } = await generate(float);
  expect(described.length + silent.length).toBeGreaterThanOrEqual(folders - 1);
  expect(described.length).toBeGreaterThan(folders / 2);
  expect(references.added).toBeGreaterThan(10);
  const { written } = await build(float, { jobs: 1 });
  expect(written).toHaveLength(folders * 4);
  expect(await wrong(float)).toEqual([]);
  expect(await build(float, { stale: true })).toMatchObject({ written: [], folders: 0 });
});

it('names of 255 bytes, of any script, and those that differ in case alone each have a file', async () => {
  const names = ['a'.repeat(255), '語'.repeat(85), 'Src', 'src', 'con', '.hidden', '-x-', 'a--b', 'sp ace', "q'uote", '%new', '~'];
  const float = project(Object.fromEntries(names.map((name) => [`${name}/x`, name])));
  const { skipped } = await scan(float);
  await build(float, { tiers: ['full'] });
  expect(skipped).toEqual([]);
  expect(await wrong(float)).toEqual([]);
  const files = readdirSync(float.contexts);
  expect(new Set(files.map((name) => name.toLowerCase())).size).toBe(files.length);
  expect(files.length).toBeGreaterThanOrEqual(names.length + 1);
});

it('a file that became a folder, and a folder that became a file or a link, between a scan and the next', async () => {
  const float = project({ 'a/thing': '1', 'b/deep/x': '2', 'c/x': '3', 'd/x': '4' });
  await scan(float);
  await build(float, { tiers: ['standard'] });
  rmSync(join(float.root, 'a/thing'));
  write(float.root, { 'a/thing/inside': '1' });
  rmSync(join(float.root, 'b/deep'), { recursive: true });
  write(float.root, { 'b/deep': 'a file now' });
  rmSync(join(float.root, 'c'), { recursive: true });
  symlinkSync('d', join(float.root, 'c'));
  await generate(float);
  await build(float, { tiers: ['standard'], stale: true });
  const { newFolders, goneFolders, skipped } = await scan(float);
  expect(newFolders).toEqual(['/a/thing']);
  expect(goneFolders).toEqual(['/b/deep', '/c']);
  expect(skipped.map(({ path }) => path)).toEqual(['/c']);
  await build(float, { tiers: ['standard'], stale: true });
  expect(await wrong(float)).toEqual([]);
});

it('a text of megabytes in one line or in none leaves the budgets whole', async () => {
  const float = project({ 'a/x': '', 'README.md': `# Big\n\n${'word and '.repeat(300_000)}` });
  await scan(float);
  await generate(float);
  for (const content of ['x'.repeat(2_000_000), '\n'.repeat(300_000), '```\n'.repeat(100_000), '# h\n'.repeat(100_000)]) {
    describeFolder(float, '/a', { content: `${content}y`, by: 'person' });
    await build(float, { stale: true, tiers: ['minimal', 'standard', 'full'], jobs: 1 });
    expect(await wrong(float)).toEqual([]);
  }
});

it('folders in each other: what is kept of each does not grow with the number of those above it', async () => {
  const levels = 300;
  const float = project({ [`${'d/'.repeat(levels)}x.ts`]: '// The bottom.' });
  await scan(float);
  await generate(float);
  await build(float, { tiers: ['standard'] });
  expect(await wrong(float)).toEqual([]);
  expect(floatStatus(float)).toMatchObject({ folders: levels + 1, contexts: { current: levels + 1 } });
  const rows = float.db.prepare('SELECT count(*) FROM context_dependencies').pluck().get();
  expect(rows).toBeLessThanOrEqual(8 * levels);
  // Whatever is not kept is found all the same.
  const middle = `/${Array(levels / 2)
    .fill('d')
    .join('/')}`;
  expect(setScope(float, middle, true, 'From here on.')).toHaveLength(levels + 1);
  expect(addDecision(float, { folder: '/d', title: 'All the way down', tags: ['breaking'] }).stale).toHaveLength(levels + 1);
  await build(float, { stale: true });
  expect(await wrong(float)).toEqual([]);
});

it('scopes in each other: beyond the nearest so many only their number is kept, and what reaches a folder still does', async () => {
  const levels = 120;
  const pathOf = (depth: number): string => `/${Array(depth).fill('d').join('/')}`;
  const float = project({ [`${'d/'.repeat(levels)}x.ts`]: '' });
  await scan(float);
  float.db.exec("UPDATE folders SET is_scope = 1, scope_boot = 'Boot of ' || path WHERE path <> '/'");
  await build(float, { tiers: ['deep'], jobs: 1 });
  expect(await wrong(float)).toEqual([]);
  const rows = float.db.prepare('SELECT count(*) FROM context_dependencies').pluck().get();
  expect(rows).toBeLessThanOrEqual(4 * 34 * levels);
  const { text, cuts } = await assembleContext(float, pathOf(levels), 'deep');
  expect(cuts).toEqual([{ kind: 'chain', id: '87 more', reason: 'window', tokens: null, shortened: false }]);
  expect(text).toContain('- Beyond the last few: scope chain 87');
  expect(text).toContain(`Boot of ${pathOf(levels - 32)}\n`);
  expect(text).not.toContain(`Boot of ${pathOf(levels - 33)}\n`);
  // The folder itself, those above, and those below that show it.
  expect(setScope(float, pathOf(50), true, 'Another.')).toHaveLength(51 + 32);
  await build(float, { stale: true, tiers: ['deep'], jobs: 1 });
  expect(await wrong(float)).toEqual([]);
  // Each below has another number now, or another chain.
  expect(setScope(float, pathOf(50), false)).toHaveLength(levels + 1);
  await build(float, { stale: true, tiers: ['deep'], jobs: 1 });
  expect(await wrong(float)).toEqual([]);
});

it('a disk that takes no more is reported in one sentence, and the next build repairs', async () => {
  const float = project({ 'a/x': '', 'b/x': '' });
  await scan(float);
  await build(float, { tiers: ['deep'] });
  describeFolder(float, '/a', { content: 'Much to say. '.repeat(20_000), by: 'person' });
  closeFloat(float);
  const here = (name: string): string => JSON.stringify(new URL(name, import.meta.url).href);
  const program = `import { openFloat } from ${here('./float.ts')}; import { build } from ${here('./build.ts')};
    const float = openFloat(process.argv[1]);
    try { await build(float, { tiers: ['deep'], stale: true }); console.log('done'); } catch (error) { console.log(error.code, error.message.includes('\\n')); }`;
  const shell = 'ulimit -f 100; exec "$0" --input-type=module -e "$1" "$2"';
  expect(execFileSync('sh', ['-c', shell, process.execPath, program, float.root], { encoding: 'utf8' })).toBe('unwritable false\n');
  const again = openFloat(float.root);
  expect(await wrong(again)).not.toEqual([]);
  await build(again, { tiers: ['deep'], stale: true });
  expect(await wrong(again)).toEqual([]);
});

it('builds over several connections at once leave one state', async () => {
  const float = project(Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`d${at}/x.ts`, `${at}`])));
  await scan(float);
  const others = [openFloat(float.root), openFloat(float.root)];
  await Promise.all([float, ...others].map((one, at) => build(one, { tiers: ['standard'], stale: at === 1 })));
  for (const one of others) closeFloat(one);
  expect(await wrong(float)).toEqual([]);
});

it('a place for contexts that is not a folder is refused in one sentence', () => {
  const root = tempFolder();
  mkdirSync(join(root, '.float'));
  write(root, { '.float/context': 'a file' });
  expect(() => openFloat(root, { create: true })).toThrow(/^Nothing was written/);
  expect(statSync(join(root, '.float/context')).isFile()).toBe(true);
});
