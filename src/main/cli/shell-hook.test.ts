import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { HOOKED, hookingOf } from '../engine/formats/hookings.ts';
import { answersIn, keepAnswer } from '../engine/hooks/answers.ts';
import { readLink } from '../engine/hooks/links.ts';
import { LONGEST, makeSpool, spoolIn, takeSpool } from '../engine/hooks/spool.ts';
import { tempFolder, writeFile } from '../engine/testing/files.ts';
import { claudeTree, jsonl } from '../engine/testing/tree.ts';
import { type Ended, ended, openShell, TAPE } from './testing/shell.ts';

const HOOK = fileURLToPath(new URL('../../../bin/tape-hook', import.meta.url));

/** The shells there are that settings of agents may be run by. */
const SHELLS = (
  [
    ['dash', []],
    ['bash', ['--posix']],
    ['bash', []],
    ['busybox', ['sh']],
    ['ksh', []],
    ['zsh', []],
  ] as const
).filter(([name]) => (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name))));

/** A folder by a name that a shell would take apart. */
const ODD = `a b\n'c' "$(touch PWNED)" \`touch PWNED\` -e *`;

/** A home that has a spool, and runs of the hook in which Node is a program that only says that it was started. */
const open = (shell: readonly [string, readonly string[]] = ['sh', []], name = 'home') => {
  const folder = tempFolder();
  const home = join(folder, name);
  const node = writeFile(folder, 'node', []);
  writeFileSync(node, `#!/bin/sh\necho "$@" >>"${folder}/started"\n`);
  chmodSync(node, 0o755);
  mkdirSync(home, { recursive: true });
  makeSpool(home);
  const env = { PATH: process.env.PATH, HOME: folder, TAPESCOPE_HOME: home };
  const hook = (input: string | Uint8Array, ...words: string[]): Ended => {
    const [program, options] = shell;
    const { status, stdout, stderr } = spawnSync(program, [...options, HOOK, ...words, node, 'tape.js'], { env, cwd: folder, input });
    return { code: status, out: String(stdout), err: String(stderr) };
  };
  const started = (): string => (existsSync(join(folder, 'started')) ? readFileSync(join(folder, 'started'), 'utf8') : '');
  return { folder, home, env, hook, started, left: () => readdirSync(spoolIn(home)).toSorted() };
};

const NOTHING: Ended = { code: 0, out: '', err: '' };
const said = (more: object = {}): string => JSON.stringify({ session_id: 's-1', transcript_path: '/log.jsonl', cwd: '/harbour', ...more });

describe.each(SHELLS)('the hook in %s %j', (...shell) => {
  test('leaves each event as the agent gave it, for its user alone, and starts no Node', () => {
    const { home, hook, left, started } = open(shell, ODD);
    const input = said({ prompt: 'Ä $(touch PWNED) `touch PWNED` \\ %s\n\u0000 "\' &' });
    expect(hook(input, 'claude-code', 'UserPromptSubmit')).toEqual(NOTHING);
    expect(left()).toEqual([expect.stringMatching(/^\d+-\d+\.claude-code\.UserPromptSubmit$/)]);
    const path = join(spoolIn(home), left()[0] ?? '');
    expect(readFileSync(path, 'utf8')).toBe(input);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(started()).toBe('');
    expect(takeSpool(home)).toEqual([]);
    expect(readLink(home, 'claude-code', 's-1')).toMatchObject({ state: 'running', pid: process.pid });
  });

  test('says what waits for this session, once, with the name of the event', () => {
    const { home, hook } = open(shell, ODD);
    const where = { home, agent: 'claude-code', session: 's-1' };
    const hooking = hookingOf('claude-code');
    const keep = (kind: 'report' | 'compact', text: string) =>
      keepAnswer(where, kind, (event) => hooking?.answer(event, text) ?? {}, Date.now());
    const text = 'EVENT "quoted" \\n \\ %s %d `touch PWNED` $HOME\nthe second line Ä';
    const answer = (event: string) => `${JSON.stringify(hooking?.answer(event, text))}\n`;
    keep('report', text);
    expect(hook(said(), 'claude-code', 'Stop').out).toBe('');
    expect(hook(said({ session_id: 's-2', prompt: said() }), 'claude-code', 'UserPromptSubmit').out).toBe('');
    expect(hook(said(), 'codex', 'UserPromptSubmit').out).toBe('');
    expect(hook(said(), 'claude-code', 'UserPromptSubmit')).toEqual({ ...NOTHING, out: answer('UserPromptSubmit') });
    expect(hook(said(), 'claude-code', 'UserPromptSubmit')).toEqual(NOTHING);
    keep('compact', text);
    expect(hook(said(), 'claude-code', 'UserPromptSubmit').out).toBe('');
    expect(hook(said({ source: 'resume' }), 'claude-code', 'SessionStart').out).toBe('');
    expect(hook(said({ source: 'compact' }), 'claude-code', 'SessionStart').out).toBe(answer('SessionStart'));
    keep('compact', 'not this');
    keep('report', text);
    expect(hook(said({ source: 'compact' }), 'claude-code', 'SessionStart').out).toBe(answer('SessionStart'));
    expect(readdirSync(answersIn(home))).toEqual([]);
  });

  test('ends with 0 whatever it is given, and leaves no more than a bit too much of it', () => {
    const { home, hook, left } = open(shell);
    for (const words of [
      ['', ''],
      ['claude-code', ''],
      ['../x', 'Stop'],
      ['claude-code', '$(touch PWNED)'],
      ['-e', 'Stop'],
      ['a b', 'c'],
    ])
      expect([words, hook(said(), ...words)]).toEqual([words, NOTHING]);
    expect(hook(new Uint8Array(LONGEST * 2), 'codex', 'Stop')).toEqual(NOTHING);
    expect(hook('', 'codex', 'Stop')).toEqual(NOTHING);
    expect(left()).toHaveLength(3);
    const sizes = left().map((name) => statSync(join(spoolIn(home), name)).size);
    expect(Math.max(...sizes)).toBe(LONGEST + 1);
    expect(takeSpool(home)).toHaveLength(3);
  });
});

describe('the hook in the shell', () => {
  test('runs nothing that an event or a folder is called', () => {
    const { folder, hook, started } = open(['sh', []], ODD);
    hook(said({ transcript_path: '$(touch PWNED)', session_id: '`touch PWNED`', cwd: "'; touch PWNED; '" }), 'claude-code', 'PreCompact');
    expect(started()).toBe('tape.js __hooked claude-code PreCompact\n');
    expect(existsSync(join(folder, 'PWNED'))).toBe(false);
  });

  test.each([
    ['there is no spool', (home: string) => execFileSync('rm', ['-r', spoolIn(home)])],
    ['the spool is a link', (home: string) => execFileSync('sh', ['-c', 'mv "$1" "$1.x" && ln -s "$1.x" "$1"', '-', spoolIn(home)])],
  ])('is the one in Node where %s', (_, spoil) => {
    const { home, hook, started } = open();
    spoil(home);
    expect(hook(said(), 'claude-code', 'Stop')).toEqual(NOTHING);
    expect(started()).toBe('tape.js hook claude-code Stop\n');
  });

  test('leaves nothing half written where the disk takes nothing', () => {
    const { home, env, left } = open();
    const script = `ulimit -f 0; . "$0"`;
    const { status } = spawnSync('sh', ['-c', script, HOOK, 'codex', 'Stop', 'false', 'x'], {
      env: { ...env, TAPESCOPE_HOME: home },
      input: said(),
    });
    expect(status).toBe(0);
    expect(left()).toEqual([]);
  });

  test('asks for somebody to take events that nobody takes, and then leaves no more', () => {
    const { home, hook, started, left } = open();
    for (let at = 0; at < 256; at++) writeFileSync(join(spoolIn(home), `1-${at}.codex.Stop`), said());
    expect(hook(said(), 'codex', 'Stop')).toEqual(NOTHING);
    expect(started()).toBe('tape.js __hooked codex Stop\n');
    for (let at = 256; at < 4096; at++) writeFileSync(join(spoolIn(home), `1-${at}.codex.Stop`), '');
    const before = left();
    expect(hook(said(), 'codex', 'Stop')).toEqual(NOTHING);
    expect(left()).toEqual(before);
  });

  test('knows which events may say something, and before which the context is looked at', () => {
    const { home, hook, started } = open();
    for (const agent of HOOKED) {
      const hooking = hookingOf(agent);
      for (const event of hooking?.events ?? []) {
        const meaning = hooking?.meaning(event, { notification_type: 'x', trigger: 'auto' });
        keepAnswer({ home, agent, session: 's-1' }, 'report', () => ({ EVENT: 'EVENT' }), Date.now());
        const looked = started().length;
        const { out } = hook(said(), agent, event);
        expect([agent, event, out !== '']).toEqual([agent, event, meaning?.speaks === true]);
        expect([agent, event, started().length > looked]).toEqual([agent, event, meaning?.about === 'before-compaction']);
      }
    }
  });

  test('leaves before a compaction an anchor, and after it says what was lost, as the hook in Node does', async () => {
    const shell = openShell();
    const home = shell.env.TAPESCOPE_HOME ?? '';
    makeSpool(home);
    const records = claudeTree(`
      u1 "never touch the lighthouse"
        a1 "There are 14 berths." <- step m1
          b1 boundary auto 9000
            c1 summary "There are 14 berths."
    `);
    const transcript = writeFile(shell.home, 's-1.jsonl', records.slice(0, 2));
    const hook = async (event: string, more: object = {}): Promise<string> => {
      const child = spawn('sh', [HOOK, 'claude-code', event, process.execPath, TAPE], { env: shell.env, cwd: shell.home });
      child.stdin.end(said({ transcript_path: transcript, cwd: shell.home, ...more }));
      const { code, out, err } = await ended(child);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      return out;
    };
    const waiting = () => expect.poll(() => readdirSync(answersIn(home)), { timeout: 30_000 });
    expect(await hook('SessionStart', { source: 'startup' })).toBe('');
    expect(await hook('PreCompact', { trigger: 'auto' })).toBe('');
    await waiting().toEqual(['claude-code.s-1.compact']);
    expect(await hook('SessionStart', { source: 'compact' })).toContain('#1 \\"never touch the lighthouse\\"');
    appendFileSync(transcript, jsonl(records.slice(2)));
    await waiting().toEqual(['claude-code.s-1.report']);
    expect(await hook('UserPromptSubmit', { prompt: 'go on' })).toContain('the summary lacks: #1');
    expect((await shell.tape('show', 'before-compaction', '--session', 'claude-code-s-1')).out).toContain('2 entries');
  });

  test('is found by its name next to the program in an installed package, and works without any argument that names them', () => {
    const folder = tempFolder();
    copyFileSync(HOOK, join(folder, 'tape-hook'));
    writeFileSync(join(folder, 'tape'), '#!/bin/sh\necho "tape $@"\n', { mode: 0o755 });
    const env = { PATH: process.env.PATH, HOME: folder };
    const { stdout } = spawnSync(join(folder, 'tape-hook'), ['codex', 'Stop'], { env, input: said(), encoding: 'utf8' });
    expect(stdout).toBe('tape hook codex Stop\n');
    makeSpool(join(folder, '.tapescope'));
    spawnSync(join(folder, 'tape-hook'), ['codex', 'Stop'], { env, input: said() });
    expect(readdirSync(spoolIn(join(folder, '.tapescope')))).toHaveLength(1);
  });
});
