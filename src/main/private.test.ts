import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { tempFolder } from './engine/testing/files.ts';

const here = dirname(fileURLToPath(import.meta.url));
const TAPE = join(here, 'cli/tape.ts');
const FLOAT = join(here, 'cli/float/float.ts');
const TAPESCOPE = join(here, 'launch/tapescope.ts');
const SAMPLES = join(here, '../../resources/samples');

/** A user's session of work: a home, a temporary folder and a project, under the umask that most systems give. */
function startSession() {
  const home = tempFolder();
  const tmp = join(home, 'tmp');
  const project = join(home, 'project');
  for (const folder of [tmp, project]) mkdirSync(folder);
  const { NODE_COMPILE_CACHE: _, TAPESCOPE_HOME: __, TAPE_HOME: ___, ...rest } = process.env;
  const env = { ...rest, HOME: home, TMPDIR: tmp };
  const run = (program: string, words: readonly string[], input = ''): string => {
    const quoted = [process.execPath, '--disable-warning=ExperimentalWarning', program, ...words].map((word) => `'${word}'`).join(' ');
    const { status, stdout, stderr } = spawnSync('sh', ['-c', `umask 022; exec ${quoted}`], { cwd: project, env, input, encoding: 'utf8' });
    expect(`${words.join(' ')}: ${status} ${stderr}`).toBe(`${words.join(' ')}: 0 ${stderr}`);
    return stdout;
  };
  /** The browser host, until it serves; then it is asked to end. */
  const serve = async (...words: string[]): Promise<string> => {
    const command = `umask 022; exec '${process.execPath}' --disable-warning=ExperimentalWarning '${TAPESCOPE}' --browser "$@"`;
    const child = spawn('sh', ['-c', command, 'sh', ...words], { cwd: project, env, stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      said += part;
      if (said.includes('Ctrl-C')) child.kill('SIGTERM');
    });
    await once(child, 'close');
    return said;
  };
  return { home, tmp, project, serve, tape: (...words: string[]) => run(TAPE, words), float: (...words: string[]) => run(FLOAT, words) };
}

/** Every file and folder below, with what others may do to it. */
function openToOthers(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => (lstatSync(join(folder, name)).mode & 0o077) !== 0);
}

describe.skipIf(process.platform === 'win32')('what a session of work leaves', () => {
  test('is closed to others: the catalog, full text, native tapes, forks, archives, context files, compiled code', () => {
    const { home, tmp, project, tape, float } = startSession();
    writeFileSync(join(project, 'README.md'), '# A project\n');
    chmodSync(join(project, 'README.md'), 0o600);
    chmodSync(project, 0o700);
    chmodSync(tmp, 0o700);
    tape('import', SAMPLES);
    tape('search', 'the');
    tape('init');
    tape('append', 'Plan it');
    tape('handoff', 'build', '--summary', 'Planned');
    tape('fork', 'other');
    tape('append', '--fork', 'other', 'Another way');
    tape('merge', 'other');
    tape('reset', '--archive');
    float('init');
    float('scan');
    float('build');
    expect(existsSync(join(home, '.tapescope/catalog.db'))).toBe(true);
    expect(existsSync(join(project, '.float/float.db'))).toBe(true);
    expect(readdirSync(join(home, '.tape')).length).toBeGreaterThan(0);
    expect(readdirSync(join(home, '.tapescope/compile-cache')).length).toBeGreaterThan(0);
    expect(openToOthers(home)).toEqual([]);
    expect(readdirSync(tmp)).toEqual([]);
  });

  test('is closed to others where the browser host was the first that ran, and its compiled code is in no shared folder', async () => {
    const { home, tmp, project, serve } = startSession();
    for (const folder of [tmp, project]) chmodSync(folder, 0o700);
    expect(await serve(SAMPLES)).toContain('#/tape/');
    expect(existsSync(join(home, '.tapescope/catalog.db'))).toBe(true);
    expect(existsSync(join(home, '.tapescope/compile-cache'))).toBe(true);
    expect(openToOthers(home)).toEqual([]);
    expect(readdirSync(tmp)).toEqual([]);
  });

  test('is closed to others in a folder that an older version left open', () => {
    const { home, tape } = startSession();
    mkdirSync(join(home, '.tapescope'), { mode: 0o755 });
    tape('list');
    expect(statSync(join(home, '.tapescope')).mode & 0o777).toBe(0o700);
  });

  test('each program closes what it writes before it loads anything else', () => {
    for (const file of ['index.ts', 'launch/tapescope.ts', 'cli/tape.ts', 'cli/float/float.ts'])
      expect(readFileSync(join(here, file), 'utf8')).toMatch(/^import \{ begin(\w+) \} from '[./]+private\.ts';\n\nbegin\1\(/m);
  });

  test('leaves a report, which the user names, as the shell of the user has it', () => {
    const { home, project, tape } = startSession();
    tape('import', SAMPLES);
    const [first] = JSON.parse(tape('list', '--json')).items;
    tape('report', `${first.id}@1`, '--out', join(project, 'report.md'));
    expect(statSync(join(project, 'report.md')).mode & 0o777).toBe(0o644);
    expect(statSync(join(home, '.tapescope')).mode & 0o777).toBe(0o700);
  });
});

describe.skipIf(process.platform === 'win32')('compiled code of somebody else is never run', () => {
  const cacheOf = (home: string): string => join(home, '.tapescope/compile-cache');

  test('a folder that others may write to is emptied and closed', () => {
    const { home, tape } = startSession();
    const cache = cacheOf(home);
    mkdirSync(join(cache, 'planted'), { recursive: true });
    chmodSync(cache, 0o777);
    tape('list');
    expect(readdirSync(cache)).not.toContain('planted');
    expect(statSync(cache).mode & 0o777).toBe(0o700);
  });

  test.skipIf(process.getuid?.() !== 0)('a folder of another user is emptied, and one in a home of another user is not used', () => {
    const NOBODY = 65534;
    const { home, tape } = startSession();
    const cache = cacheOf(home);
    mkdirSync(join(cache, 'planted'), { recursive: true, mode: 0o700 });
    chownSync(cache, NOBODY, NOBODY);
    tape('list');
    expect(readdirSync(cache)).not.toContain('planted');
    expect(statSync(cache).uid).toBe(0);
    const other = startSession();
    mkdirSync(join(cacheOf(other.home), 'planted'), { recursive: true, mode: 0o700 });
    chownSync(join(other.home, '.tapescope'), NOBODY, NOBODY);
    other.tape('list');
    expect(readdirSync(cacheOf(other.home))).toEqual(['planted']);
  });

  test('a link is removed, and where it led is left as it was', () => {
    const { home, tmp, tape } = startSession();
    mkdirSync(join(home, '.tapescope'));
    const planted = join(tmp, 'planted');
    mkdirSync(planted, { mode: 0o755 });
    symlinkSync(planted, cacheOf(home));
    tape('list');
    expect(readdirSync(planted)).toEqual([]);
    expect(statSync(planted).mode & 0o777).toBe(0o755);
    expect(lstatSync(cacheOf(home)).isDirectory()).toBe(true);
  });
});
