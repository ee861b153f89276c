import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { drawing } from '../engine/formats/gemini/testing/drawing.ts';
import { answersIn } from '../engine/hooks/answers.ts';
import { readLink, readLinks } from '../engine/hooks/links.ts';
import { readInstructions } from '../engine/hooks/notes.ts';
import { writeFile } from '../engine/testing/files.ts';
import { claudeTree, jsonl } from '../engine/testing/tree.ts';
import { openShell, type Shell } from './testing/shell.ts';

const DRAWING = `
  u1 "never touch the lighthouse"
    a1 call Read t1 {"message":{"id":"m1","role":"assistant","model":"claude-x","content":[{"type":"tool_use","id":"t1","name":"Read","input":{"file_path":"/harbour/berths.md"}}]}} <- step m1
      r1 t1 "14 berths"
        a2 "There are 14 berths."                    <- step m2
          b1 boundary auto 9000
            c1 summary "There are 14 berths."
              u2 "count the boats" > a3 "There are 9." <- step m3
`;

/** A shell with a session whose log has four entries so far, and the rest of it. */
const open = () => {
  const shell = openShell();
  const records = claudeTree(DRAWING);
  const transcript = writeFile(shell.home, 'session-1.jsonl', records.slice(0, 4));
  const base = { session_id: 'session-1', transcript_path: transcript, cwd: shell.home };
  const where = { home: shell.env.TAPESCOPE_HOME ?? '', agent: 'claude-code', session: 'session-1' };
  const hook = (event: string, more: object = {}) =>
    shell.fed(JSON.stringify({ ...base, hook_event_name: event, ...more }), 'hook', 'claude-code', event);
  return { shell, where, transcript, hook, later: records.slice(4) };
};

const link = ({ home, agent, session }: ReturnType<typeof open>['where']) => readLink(home, agent, session);

/** Texts that wait to be said. */
const waiting = ({ home }: ReturnType<typeof open>['where']): string[] => readdirSync(answersIn(home));

describe('tape hook', () => {
  test('links a session to its log, and follows what the agent does', async () => {
    const { where, hook, transcript, shell } = open();
    expect(await hook('SessionStart', { source: 'startup' })).toEqual({ code: 0, out: '', err: '' });
    expect(link(where)).toMatchObject({ agent: 'claude-code', transcript, folder: shell.home, state: 'waiting', event: 'SessionStart' });
    for (const [event, more, state] of [
      ['UserPromptSubmit', { prompt: 'go' }, 'running'],
      ['Notification', { notification_type: 'permission_prompt', message: 'may I' }, 'waiting'],
      ['UserPromptSubmit', {}, 'running'],
      ['Notification', { notification_type: 'auth_success', message: 'hello' }, 'running'],
      ['Stop', { agent_id: 'sub', stop_hook_active: false }, 'running'],
      ['Stop', { stop_hook_active: false }, 'waiting'],
      ['SessionEnd', { reason: 'exit' }, 'ended'],
    ] as const) {
      expect(await hook(event, more)).toMatchObject({ code: 0, err: '' });
      expect([event, link(where)?.state]).toEqual([event, state]);
    }
    expect(readLinks(where.home)).toHaveLength(1);
  });

  test('keeps why each instruction file was loaded', async () => {
    const { where, hook } = open();
    const said = {
      file_path: '/harbour/RULES.md',
      memory_type: 'Project',
      load_reason: 'path_glob_match',
      globs: ['*.ts'],
      trigger_file_path: '/harbour/a.ts',
    };
    expect((await hook('InstructionsLoaded', said)).code).toBe(0);
    expect(readInstructions(where)).toEqual([{ at: expect.any(Number), hook_event_name: 'InstructionsLoaded', ...said }]);
  });

  test('keeps what is in context before a compaction, and says after it what was lost and how to get it back', async () => {
    const { where, hook, transcript, later, shell } = open();
    await hook('SessionStart', { source: 'startup' });
    expect(await hook('PreCompact', { trigger: 'auto', custom_instructions: null })).toEqual({ code: 0, out: '', err: '' });
    expect(link(where)?.state).toBe('compacting');
    await expect.poll(() => waiting(where), { timeout: 20_000 }).toEqual(['claude-code.session-1.compact']);
    const { out } = await hook('SessionStart', { source: 'compact' });
    const { hookSpecificOutput: spoken } = JSON.parse(out);
    expect(spoken).toMatchObject({
      hookEventName: 'SessionStart',
      additionalContext: expect.stringMatching(
        /up to #4 of .* said: #1 "never touch the lighthouse"\. Files in use: \/harbour\/berths\.md\./,
      ),
    });
    expect(link(where)?.state).toBe('running');
    appendFileSync(transcript, jsonl(later));
    await expect.poll(() => waiting(where), { timeout: 20_000 }).toEqual(['claude-code.session-1.report']);
    const said = JSON.parse((await hook('UserPromptSubmit', { prompt: 'go on' })).out).hookSpecificOutput.additionalContext;
    expect(said).toMatch(/the summary lacks: #1 "never touch the lighthouse"/);
    expect(said).toMatch(/not in context now: \/harbour\/berths\.md \(#\d\)/);
    expect((await hook('UserPromptSubmit', { prompt: 'again' })).out).toBe('');
    const { out: log } = await shell.tape('show', 'before-compaction', '--session', 'claude-code-session-1');
    expect(log).toContain('In context before a compaction: 4 entries');
  });

  test('says at the next prompt what was in context, where no hook of the agent tells when a compaction is over', async () => {
    const shell = openShell();
    const where = { home: shell.env.TAPESCOPE_HOME ?? '', agent: 'gemini', session: 's-1' };
    const used = { input: 900, output: 30, cacheRead: 0, cacheWrite: 0 };
    const turn = { prompt: 'never touch the lighthouse', calls: [], answer: 'Noted.', used, summary: null, strange: null };
    const transcript = writeFile(shell.home, 'session-2026-01-05T09-00-s1.jsonl', drawing.write([turn]));
    const hook = (event: string, more: object) =>
      shell.fed(JSON.stringify({ session_id: 's-1', transcript_path: transcript, cwd: shell.home, ...more }), 'hook', 'gemini', event);
    await hook('PreCompress', { trigger: 'manual' });
    await expect.poll(() => waiting(where), { timeout: 20_000 }).toEqual(['gemini.s-1.report']);
    const { out } = await hook('BeforeAgent', { prompt: 'go on' });
    expect(JSON.parse(out).hookSpecificOutput).toEqual({
      hookEventName: 'BeforeAgent',
      additionalContext: expect.stringMatching(/were in context\. The user had said: #\d+ "never touch the lighthouse"\./),
    });
  });

  test.each([
    ['no input', ''],
    ['what is not JSON', 'nonsense'],
    ['JSON that is not an object', '[1]'],
    ['an event without a session', '{"hook_event_name":"Stop"}'],
    ['a log that is not there', '{"session_id":"../../x","transcript_path":"/nowhere","cwd":"/","trigger":"auto"}'],
  ])('ends with 0 and says nothing for %s', async (_, input) => {
    const { shell } = open();
    for (const words of [
      ['claude-code', 'PreCompact'],
      ['codex', 'Stop'],
      ['gemini', 'PreCompress'],
      ['nobody', 'X'],
      [],
      ['a', 'b', 'c'],
      ['--odd'],
    ])
      expect([words, await shell.fed(input, 'hook', ...words)]).toEqual([words, { code: 0, out: '', err: '' }]);
    expect(existsSync(join(shell.home, 'x'))).toBe(false);
  });
});

const settingsIn = (shell: Shell): string => join(shell.home, '.claude/settings.json');

describe('tape hook install', () => {
  test('shows the change, writes it with --yes alone, and takes it back byte for byte', async () => {
    const shell = openShell();
    mkdirSync(join(shell.home, '.claude'));
    const own = '{\n  "model": "opus",\n  "permissions": { "allow": [] }\n}\n';
    writeFile(shell.home, '.claude/settings.json', own);
    const asked = await shell.tape('hook', 'install', 'claude-code');
    expect(asked).toMatchObject({
      code: 3,
      out: expect.stringMatching(/^\+ .*"sh '.*\/bin\/tape-hook' claude-code PreCompact '.*' '.*'"/m),
      err: expect.stringContaining('--yes'),
    });
    expect(readFileSync(settingsIn(shell), 'utf8')).toBe(own);
    expect(await shell.json('hook', 'install', 'claude-code', '--yes')).toMatchObject({ agent: 'claude-code', changed: true });
    expect(readFileSync(settingsIn(shell), 'utf8')).toContain("bin/tape-hook' claude-code SessionStart '");
    expect((await shell.tape('hook', 'install', 'claude-code')).out).toContain('needs no change');
    expect((await shell.tape('hook', 'uninstall', 'claude-code', '--yes')).code).toBe(0);
    expect(readFileSync(settingsIn(shell), 'utf8')).toBe(own);
  });

  test('begins the file where there is none, and refuses what it does not know', async () => {
    const shell = openShell();
    expect(await shell.json('hook', 'install', 'codex', '--yes')).toMatchObject({
      file: join(shell.home, '.codex/hooks.json'),
      changed: true,
    });
    expect(await shell.tape('hook', 'install', 'nobody')).toMatchObject({ code: 2, err: expect.stringContaining('AGENT is one of') });
    writeFile(shell.home, '.gemini/settings.json', '[]');
    expect(await shell.tape('hook', 'install', 'gemini', '--yes')).toMatchObject({
      code: 3,
      err: expect.stringContaining('stays as it is'),
    });
  });
});

describe('tape statusline', () => {
  test('says what is in context, what a compaction would take, and the cost; nothing for other input', async () => {
    const { shell, transcript } = open();
    const input = {
      session_id: 'session-1',
      transcript_path: transcript,
      cwd: shell.home,
      cost: { total_cost_usd: 1.234 },
      context_window: {
        context_window_size: 200_000,
        current_usage: { input_tokens: 4, cache_creation_input_tokens: 996, cache_read_input_tokens: 83_000 },
      },
    };
    const { code, out } = await shell.fed(JSON.stringify(input), 'statusline');
    expect(code).toBe(0);
    expect(out).toMatch(/^84\.0k of 200k \(42 %\).* a compaction takes ~\S+, 1 message of yours · \$1\.23$/m);
    const none = '{"used":null,"limit":null,"base":null,"taken":null,"cost":null}\n';
    for (const odd of ['', '{}', 'nonsense']) {
      expect(await shell.fed(odd, 'statusline')).toEqual({ code: 0, out: '', err: '' });
      expect(await shell.fed(odd, 'statusline', '--json')).toEqual({ code: 0, out: none, err: '' });
    }
    const far = JSON.stringify({ ...input, transcript_path: '/nowhere.jsonl' }).replace(
      /"context_window_size":\d+/,
      '"context_window_size":1e-9',
    );
    expect((await shell.fed(far, 'statusline')).out).toBe('84.0k · $1.23\n');
    const below = far.replace(/"input_tokens":\d+/, '"input_tokens":-5e300');
    expect((await shell.fed(below, 'statusline')).out).toBe('$1.23\n');
    const gone = { ...input, transcript_path: '/nowhere.jsonl' };
    expect((await shell.fed(JSON.stringify(gone), 'statusline')).out).toBe('84.0k of 200k (42 %) · $1.23\n');
  });
});
