import { copyFileSync, cpSync, mkdirSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { tempFolder } from '../testing/files.ts';
import { build } from './build.ts';
import { closeFloat, type Float, openFloat } from './float.ts';
import { scan } from './scan.ts';
import { project, write } from './testing.ts';
import { hasGit, seenByGit } from './testing-git.ts';

const folders = (float: Float): unknown[] => float.db.prepare('SELECT path FROM folders WHERE gone_at IS NULL ORDER BY path').pluck().all();
const files = (float: Float): unknown[] =>
  float.db.prepare("SELECT CASE folder_path WHEN '/' THEN '' ELSE folder_path END || '/' || name FROM files ORDER BY 1").pluck().all();
const hash = (float: Float, path: string): unknown => float.db.prepare('SELECT source_hash FROM folders WHERE path = ?').pluck().get(path);
/** Time goes by, as it does in a project: what was just written is read again by the next scan. */
const settle = (): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
};
afterEach(() => vi.useRealTimers());

it('sees folders and files, and leaves out what .gitignore and .floatignore say at every level', async () => {
  const float = project({
    'a.ts': '1',
    'src/auth/jwt.ts': '2',
    'src/auth/x.log': '3',
    'src/keep.log': '4',
    'src/.gitignore': '!keep.log\n/auth/secret\n',
    'src/auth/secret/key.pem': '5',
    'dist/out.js': '6',
    'notes/private.md': '7',
    '.gitignore': '*.log\ndist/\n',
    '.floatignore': 'notes\n',
    '.git/config': '8',
    'src/.float/x': '9',
  });
  const receipt = await scan(float);
  expect(folders(float)).toEqual(['/', '/src', '/src/auth']);
  expect(files(float)).toEqual(['/.floatignore', '/.gitignore', '/a.ts', '/src/.gitignore', '/src/auth/jwt.ts', '/src/keep.log']);
  expect(receipt).toMatchObject({
    folders: 3,
    files: 6,
    hashed: 6,
    added: 6,
    changed: 0,
    removed: 0,
    newFolders: ['/', '/src', '/src/auth'],
  });
});

it.runIf(hasGit)('leaves out exactly what git leaves out', async () => {
  const float = project({
    '.gitignore': '*.tmp\n!/src/keep.tmp\nbuild/\n/only-here\n**/deep/*.md\n\\#odd\nsp ace\nfoo[0-9].c\n',
    'src/.gitignore': 'build.txt\n!build/\n*.md\n!read.md\n',
    'src/keep.tmp': '',
    'src/x.tmp': '',
    'src/build/a': '',
    'build/a': '',
    'only-here': '',
    'src/only-here': '',
    'src/deep/a.md': '',
    'src/read.md': '',
    'src/other.md': '',
    'src/deep/read.md': '',
    '#odd': '',
    'sp ace': '',
    'foo1.c': '',
    'foox.c': '',
    'src/build.txt': '',
    'build.txt': '',
  });
  const listed = seenByGit(float.root);
  await scan(float);
  const expected = listed.filter((name) => !name.startsWith('.float/'));
  expect(files(float)).toEqual(expected.map((name) => `/${name}`).sort());
});

it('reads only what changed by size or time, and again what was written in the tick in which it was read', async () => {
  const float = project({ 'a.ts': '1', 'src/b.ts': '2', 'src/deep/c.ts': '3' });
  expect(await scan(float)).toMatchObject({ hashed: 3 });
  expect(await scan(float)).toMatchObject({ hashed: 3, changed: 0, stale: [] });
  settle();
  expect(await scan(float)).toMatchObject({ hashed: 3, changed: 0 });
  const before = ['/', '/src', '/src/deep'].map((path) => hash(float, path));
  expect(await scan(float)).toMatchObject({ files: 3, hashed: 0, added: 0, changed: 0, removed: 0 });
  writeFileSync(join(float.root, 'src/b.ts'), '9');
  expect(await scan(float)).toMatchObject({ hashed: 1, changed: 1 });
  expect(['/', '/src', '/src/deep'].map((path, at) => hash(float, path) === before[at])).toEqual([false, false, true]);
  settle();
  await scan(float);
  expect(await scan(float)).toMatchObject({ hashed: 0 });
  expect(await scan(float, { full: true })).toMatchObject({ hashed: 3, changed: 0 });
});

it('reads again what was edited under the size and the time of before, in its place or by a file in its stead', async () => {
  const float = project({ 'a.ts': 'one', 'b.ts': 'two' });
  const [a, b] = [join(float.root, 'a.ts'), join(float.root, 'b.ts')];
  for (const path of [a, b]) utimesSync(path, 1_700_000_000, 1_700_000_000);
  settle();
  await scan(float);
  expect(await scan(float)).toMatchObject({ hashed: 0 });
  writeFileSync(a, 'ONE');
  copyFileSync(b, join(float.root, '.git'));
  writeFileSync(join(float.root, '.git'), 'TWO');
  renameSync(join(float.root, '.git'), b);
  for (const path of [a, b]) utimesSync(path, 1_700_000_000, 1_700_000_000);
  expect([a, b].map((path) => [statSync(path).size, statSync(path).mtimeMs])).toEqual(Array(2).fill([3, 1_700_000_000_000]));
  expect(await scan(float)).toMatchObject({ hashed: 2, changed: 2 });
});

it('of a copy of the project reads everything once, and marks nothing', async () => {
  const float = project({ 'a.ts': '1', 'src/b.ts': '2' });
  await scan(float);
  await build(float);
  closeFloat(float);
  const root = tempFolder();
  cpSync(float.root, root, { recursive: true, preserveTimestamps: true });
  const copy = openFloat(root);
  settle();
  expect(await scan(copy)).toMatchObject({ hashed: 2, added: 0, changed: 0, removed: 0, stale: [] });
  expect(await scan(copy)).toMatchObject({ hashed: 0 });
  expect(await build(copy, { stale: true })).toEqual({ written: [], unchanged: 0, removed: [], folders: 0 });
});

it('gives one tree one hash, wherever it is and however it came to be', async () => {
  const one = project({ 'a/x': '1', 'b/y': '2' });
  const other = project({ 'b/y': 'other', 'c/z': '' });
  await scan(one);
  await scan(other);
  rmSync(join(other.root, 'c'), { recursive: true });
  write(other.root, { 'a/x': '1', 'b/y': '2' });
  await scan(other);
  expect(hash(other, '/')).toBe(hash(one, '/'));
});

it('does not follow links, and names what it skipped', async () => {
  const outside = project({ 'secret/key': '1' });
  const float = project({ 'src/a.ts': '1' });
  symlinkSync(join(outside.root, 'secret'), join(float.root, 'src', 'out'));
  symlinkSync('.', join(float.root, 'src', 'loop'));
  const receipt = await scan(float);
  expect(files(float)).toEqual(['/src/a.ts']);
  expect(receipt.skipped.map(({ path }) => path).sort()).toEqual(['/src/loop', '/src/out']);
});

it('notices what went, keeps what people wrote, and gives it back when the folder returns', async () => {
  const float = project({ 'a/x': '1', 'b/y': '2', 'c/d/z': '3' });
  await scan(float);
  float.db.exec("UPDATE folders SET description = 'mine', description_by = 'person' WHERE path = '/b'");
  rmSync(join(float.root, 'b'), { recursive: true });
  rmSync(join(float.root, 'c'), { recursive: true });
  expect(await scan(float)).toMatchObject({ removed: 2, goneFolders: ['/b', '/c', '/c/d'] });
  expect(folders(float)).toEqual(['/', '/a']);
  write(float.root, { 'b/other': '4' });
  await scan(float);
  expect(float.db.prepare("SELECT description FROM folders WHERE path = '/b' AND gone_at IS NULL").pluck().get()).toBe('mine');
});

it('carries texts, decisions and references along when a folder moves', async () => {
  const float = project({ 'src/auth/jwt.ts': '1', 'src/auth/hooks/use.ts': '2', 'docs/a.md': '3' });
  await scan(float);
  float.db.exec(`UPDATE folders SET description = 'Tokens', description_by = 'person' WHERE path = '/src/auth';
    UPDATE folders SET scope_boot = 'Be careful' WHERE path = '/src/auth/hooks';
    INSERT INTO log_entries (folder_path, date, title, created_at) VALUES ('/src/auth', '2026-01-01', 'Bearer', 1);
    INSERT INTO "references" VALUES ('/docs', '/src/auth', 'given', 'spec', 1)`);
  mkdirSync(join(float.root, 'lib'));
  renameSync(join(float.root, 'src/auth'), join(float.root, 'lib/identity'));
  const receipt = await scan(float);
  expect(receipt.movedFolders).toEqual([
    { from: '/src/auth', to: '/lib/identity' },
    { from: '/src/auth/hooks', to: '/lib/identity/hooks' },
  ]);
  expect(
    float.db.prepare('SELECT path, description, scope_boot FROM folders WHERE description IS NOT NULL OR scope_boot IS NOT NULL').all(),
  ).toEqual([
    { path: '/lib/identity', description: 'Tokens', scope_boot: null },
    { path: '/lib/identity/hooks', description: null, scope_boot: 'Be careful' },
  ]);
  expect(float.db.prepare('SELECT folder_path FROM log_entries').pluck().all()).toEqual(['/lib/identity']);
  expect(float.db.prepare('SELECT target_path FROM "references"').pluck().all()).toEqual(['/lib/identity']);
});

it('writes nothing when it is cancelled', async () => {
  const float = project(Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`d${at}/x`, 'x'])));
  await expect(scan(float, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'cancelled' });
  expect(folders(float)).toEqual([]);
});
