import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { build } from '../../engine/float/build.ts';
import { closeFloat, openFloat } from '../../engine/float/float.ts';
import { initFloat } from '../../engine/float/init.ts';
import { scan } from '../../engine/float/scan.ts';
import { openProject } from './testing/shell.ts';

const TREE = {
  'README.md': '# App\n\nKeeps the harbour light.\n',
  'src/auth/jwt.ts': '// Tokens.\nexport const sign = 1;\n',
  'docs/spec.md': '# Specification\n',
};

/** What `float init`, `float scan` and `float build` leave, without their three processes: what is tested comes after that. */
const built = async () => {
  const shell = openProject(TREE);
  initFloat(shell.root);
  const float = openFloat(shell.root);
  await scan(float);
  await build(float);
  closeFloat(float);
  return shell;
};

test('from nothing to context files, in a few quiet lines', async () => {
  const shell = openProject(TREE);
  const none = await shell.float('status');
  expect(none).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringMatching(/^float: Neither .* has a \.float\. float init makes one\.\n$/),
  });
  expect((await shell.float('init')).out).toMatch(/^Made \.float in .*\nNext: /);
  expect((await shell.float('init')).out).toMatch(/has a \.float already/);
  expect(readdirSync(join(shell.root, '.float')).sort()).toEqual(expect.arrayContaining(['.gitignore', 'boot.md', 'context', 'float.db']));
  expect((await shell.float('build')).out).toBe('No folder is known yet. Next: float scan\n');
  expect((await shell.float('validate')).out).toBe('No folder is known yet. Next: float scan\n');
  expect((await shell.float('scan')).out).toBe('4 folders, 3 files, 3 read: 3 files added, 4 folders new.\n');
  expect((await shell.float('scan')).out).toMatch(/nothing changed/);
  expect((await shell.float('status')).out).toMatch(
    /Context files: 0 current, 0 stale, 4 never built\nNext: float generate, float build\n$/,
  );
  expect((await shell.float('generate')).out).toMatch(/described/);
  expect((await shell.float('build')).out).toMatch(/^4 folders: 16 files written\.\n {2}_root\.minimal\.md\n/);
  expect((await shell.float('build', '--stale')).out).toBe('Nothing to build.\n');
  expect(await shell.float('validate')).toMatchObject({ code: 0, out: 'All 16 context files are current.\n' });
  expect((await shell.float('status')).out).toMatch(/Context files: 16 current, 0 stale, 0 never built/);
  expect((await shell.float('clean')).out).toBe('Removed 16 context files.\n');
  expect(readdirSync(join(shell.root, '.float/context'))).toEqual([]);
});

test('a change is built where it is seen, and validate says what is not current', async () => {
  const shell = await built();
  expect((await shell.float('describe', '/src', 'The sources.')).out).toBe(
    'Described /src.\nThe context files of 3 folders are stale now: float build --stale\n',
  );
  const checked = await shell.float('validate');
  expect(checked.code).toBe(1);
  expect(checked.out).toMatch(/stale +src--auth\.standard\.md/);
  expect(await shell.json('build', '--stale', '--tier', 'standard')).toMatchObject({
    written: ['_root.standard.md', 'src.standard.md', 'src--auth.standard.md'],
  });
  expect((await shell.float('describe', '/src')).out).toMatch(/^\/src · 0 files, 1 folder\nThe sources\.\n\(person\)\n$/);
  await shell.float('describe', '/src', '--remove');
  expect((await shell.float('describe', '/src')).out).toMatch(/No description yet/);
  await shell.fed('Long\ntext', 'describe', '/src', '--content', '-');
  expect(await shell.json('describe', '/src')).toMatchObject({ folder: { content: 'Long\ntext', contentBy: 'person' }, stale: [] });
  expect((await shell.float('build', '/docs')).out).toMatch(/^1 folder: 4 files written/);
});

test('validate calls nothing current that a scan has not seen: a file edited, new or gone, a folder gone', async () => {
  const shell = await built();
  const path = (name: string): string => join(shell.root, name);
  const edits: (() => void)[] = [
    () => writeFileSync(path('src/auth/new.ts'), '// Not scanned yet\n'),
    () => writeFileSync(path('src/auth/new.ts'), '// not scanned yet\n'),
    () => rmSync(path('src/auth/new.ts')),
    () => rmSync(path('src/auth'), { recursive: true }),
  ];
  for (const edit of edits) {
    edit();
    const { code, out } = await shell.float('validate');
    expect([code, out.includes('src/auth'), out.includes('are current')]).toEqual([1, true, false]);
    await shell.float('scan');
    await shell.float('build', '--stale');
    expect(await shell.json('validate')).toMatchObject({ ok: true, unscanned: [] });
  }
});

test('what somebody does to a context file is noticed by status, by validate and by a build of what is stale alike', async () => {
  const shell = await built();
  const file = (name: string): string => join(shell.root, '.float/context', name);
  rmSync(file('src.standard.md'));
  writeFileSync(file('docs.full.md'), 'by hand');
  expect((await shell.float('status')).out).toMatch(
    /Context files: 14 current, 0 stale, 0 never built, 1 gone from the disk, 1 edited by hand\nNext: float build --stale\n$/,
  );
  expect(await shell.json('status')).toMatchObject({ contexts: { current: 14, stale: 0, pending: 0, missing: 1, changed: 1 } });
  expect((await shell.float('validate')).out).toMatch(/changed +docs\.full\.md[\s\S]*missing +src\.standard\.md/);
  expect(await shell.json('build', '--stale')).toMatchObject({ written: ['docs.full.md', 'src.standard.md'] });
  expect((await shell.float('validate')).code).toBe(0);
  expect((await shell.float('status')).out).toMatch(/Context files: 16 current, 0 stale, 0 never built\n$/);
});

test('a folder is named from the project, or from where one is', async () => {
  const shell = await built();
  const from = async (folder: string, path: string) => JSON.parse((await shell.inside(folder, 'context', path, '--json')).out).path;
  expect(await from('', 'src/auth')).toBe('/src/auth');
  expect(await from('src', 'auth')).toBe('/src/auth');
  expect(await from('src/auth', '.')).toBe('/src/auth');
  expect(await from('src', '/docs')).toBe('/docs');
  expect(await from('src', '../docs')).toBe('/docs');
  expect(await from('docs', join(shell.root, 'src'))).toBe('/src');
  expect((await shell.inside('docs', 'context', '../..')).err).toMatch(/is not in the project/);
  const { out, code } = await openProject().float('context', 'src', '--root', shell.root, '--tier', 'minimal');
  expect({ code, first: out.split('\n')[0] }).toEqual({ code: 0, first: '# FloatPrompt Context: /src' });
  expect(existsSync(join(shell.root, '.float/context/src.standard.md'))).toBe(true);
});

test('a scan says whose texts wait where a renamed folder was edited too much, and how they come along', async () => {
  const shell = openProject({ 'src/auth/a.ts': '// A.\n', 'src/auth/deep/b.ts': '// B.\n', 'docs/c.md': '# C\n' });
  await shell.float('init');
  await shell.float('scan');
  for (const path of ['/src/auth', '/src/auth/deep']) await shell.float('describe', path, 'By hand');
  rmSync(join(shell.root, 'src/auth'), { recursive: true });
  const gone = await shell.float('scan');
  expect(gone.out).toContain('  /src/auth is gone; what was written about it is kept\n');
  for (const folder of ['old', 'old/deep']) mkdirSync(join(shell.root, folder));
  writeFileSync(join(shell.root, 'old/x.ts'), '// X.\n');
  await shell.float('scan');
  await shell.float('describe', '/old', 'By hand');
  rmSync(join(shell.root, 'old'), { recursive: true });
  mkdirSync(join(shell.root, 'new'));
  writeFileSync(join(shell.root, 'new/y.ts'), '// Y.\n');
  const { out } = await shell.float('scan');
  expect(out).toContain('  /old is gone; what was written about it is kept. If it was renamed: float move /old NEW\n');
  expect(out).not.toContain('/src/auth');
  expect((await shell.float('move', '/old', '/new')).code).toBe(0);
  expect((await shell.float('describe', '/new')).out).toContain('By hand');
});

test('decisions, scopes and references', async () => {
  const shell = await built();
  await shell.float(
    'log',
    'add',
    '/src',
    'Tokens instead of cookies',
    '--tag',
    'breaking',
    '--date',
    '2026-01-02',
    '--rationale',
    'For the terminal.',
  );
  expect(await shell.json('log', 'add', '/src', 'Sessions after all', '--supersedes', '1')).toMatchObject({
    entry: { id: 2, supersedes: 1 },
  });
  expect((await shell.float('log', 'list')).out).toMatch(/1 {2}2026-01-02 {2}\/src +superseded +Tokens instead of cookies #breaking/);
  expect(await shell.json('log', 'list', '/docs')).toEqual({ items: [] });
  expect((await shell.float('scope', 'set', '/src', '--boot', 'Strict.')).out).toMatch(
    /^\/src is a scope\.\nThe context files of 3 folders are stale now/,
  );
  expect((await shell.float('context', '/src/auth')).out).toMatch(/Strict\./);
  expect((await shell.float('scope', 'unset', '/src')).out).toMatch(/ordinary folder/);
  expect((await shell.float('context', '/src')).out).not.toMatch(/Strict\./);
  expect((await shell.float('link', '/src', '/docs', '--why', 'the specification')).out).toMatch(/refers to \/docs/);
  expect((await shell.float('context', '/src')).out).toMatch(/\/docs.*the specification/);
  expect((await shell.float('unlink', '/src', '/docs')).code).toBe(0);
  expect((await shell.float('unlink', '/src', '/docs')).code).toBe(2);
});

describe('a slip is one sentence and 2', () => {
  const shell = openProject();
  closeFloat(openFloat(shell.root, { create: true }));
  test.each([
    [['log'], 'float: float log takes one more word: add or list. See float --help.\n'],
    [['log', 'ad'], 'float: float log takes one more word: add or list. See float --help.\n'],
    [['biuld'], "float: Unknown command 'biuld'. Did you mean build? See float --help.\n"],
    [['help', 'nothing'], "float: Unknown command 'nothing'. See float --help.\n"],
    [['build', 'a', 'b'], 'float: float build takes 1 argument, [PATH], not 2: a, b. See float build --help.\n'],
    [['log', 'add', '/'], 'float: TITLE is missing in float log add PATH TITLE. See float log add --help.\n'],
    [['build', '--tier'], 'float: --tier needs a value, T. See float build --help.\n'],
    [['generate', '--command', ''], 'float: The command that describes folders is empty.\n'],
    [['log', 'add', '/', 'x', '--date', '2026-02-31'], 'float: The date 2026-02-31 is not one like 2026-01-31.\n'],
    [['import', 'no.db'], `float: There is no file ${shell.root}/no.db.\n`],
    [['init', '--root', 'nowhere'], `float: There is no folder ${shell.root}/nowhere.\n`],
    [['build', '--tier', 'huge'], 'float: --tier takes minimal, standard, full or deep, not "huge".\n'],
    [['build', '--jobs', '0'], 'float: --jobs takes a whole number from 1 to 16, not "0".\n'],
    [['generate', '--model', 'm'], 'float: --endpoint and --model go together.\n'],
    [['context', '/nowhere'], 'float: The folder /nowhere is not in .float/float.db: there is none, or float scan has not seen it yet.\n'],
    [['log', 'add', '/', 'x', '--date', 'today'], 'float: The date today is not one like 2026-01-31.\n'],
  ])('%j', async (words, err) => {
    expect(await shell.float(...words)).toEqual({ code: 2, out: '', err });
  });
});

test('a command describes folders; its failures are listed and are 1', async () => {
  const shell = await built();
  const say = join(shell.root, '.float/say.mjs');
  writeFileSync(
    say,
    'let s = ""; for await (const c of process.stdin) s += c; const f = JSON.parse(s); if (f.path === "/docs") process.exit(7); console.log(JSON.stringify({ description: "It is " + f.path + "." }));',
  );
  const { code, out } = await shell.float('generate', '--command', `'${process.execPath}' '${say}'`);
  expect(code).toBe(1);
  expect(out).toMatch(/3 folders described.*1 failed/);
  expect(out).toMatch(/^! \/docs: the command ended with code 7/m);
  expect(await shell.json('describe', '/src')).toMatchObject({ folder: { description: 'It is /src.', descriptionBy: 'model' } });
});

describe('Ctrl-C', () => {
  const until = (child: ReturnType<ReturnType<typeof openProject>['start']>, piece: string): Promise<void> =>
    new Promise((done) => {
      let out = '';
      child.stdout?.on('data', (chunk) => {
        out += chunk;
        if (out.includes(piece)) done();
      });
    });

  test('ends a watch, which has built what changed', async () => {
    const shell = await built();
    const child = shell.start('watch', '--json', '--tier', 'standard');
    const closed = new Promise<number | null>((done) => child.on('close', done));
    await until(child, '"watching"');
    const wrote = until(child, '"src--auth.standard.md"');
    writeFileSync(join(shell.root, 'src/auth/new.ts'), 'export const fresh = 1;\n');
    await wrote;
    child.kill('SIGINT');
    expect(await closed).toBe(130);
    expect(readFileSync(join(shell.root, '.float/context/src--auth.standard.md'), 'utf8')).toContain('new.ts');
  });

  test('ends a command that is being waited for', async () => {
    const shell = await built();
    const flag = join(shell.root, '.float/asked');
    const child = shell.start(
      'generate',
      '--command',
      `'${process.execPath}' -e 'require("fs").writeFileSync("${flag}", ""); setInterval(() => {}, 1000)'`,
    );
    const closed = new Promise<number | null>((done) => child.on('close', done));
    while (!existsSync(flag)) await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill('SIGINT');
    expect(await closed).toBe(130);
  });
});
