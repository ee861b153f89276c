import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tempFolder } from '../testing/files.ts';
import { readLink, readLinks } from './links.ts';
import { readInstructions } from './notes.ts';
import { LONGEST, makeSpool, spoolIn, takeSpool } from './spool.ts';

const open = () => {
  const home = tempFolder();
  makeSpool(home);
  let at = 1_700_000_000;
  /** As the hook in the shell leaves an event, a second after the one before. */
  const leave = (name: string, said: object | string): number => {
    const path = join(spoolIn(home), name);
    writeFileSync(path, typeof said === 'string' ? said : JSON.stringify(said), { mode: 0o600 });
    at += 1;
    utimesSync(path, at, at);
    return at * 1000;
  };
  return { home, leave };
};

const said = (more: object = {}) => ({ session_id: 's', transcript_path: '/log.jsonl', cwd: '/harbour', ...more });

describe('events that the hook in the shell left', () => {
  test('are taken in the order of writing, whatever they are called, with the time that they were written at', () => {
    const { home, leave } = open();
    leave('7-9.claude-code.UserPromptSubmit', said({ prompt: 'go' }));
    leave('7-30.claude-code.PreCompact', said({ trigger: 'auto' }));
    const at = leave('7-10.claude-code.Stop', said());
    expect(takeSpool(home)).toEqual([]);
    expect(readLinks(home)).toEqual([
      { agent: 'claude-code', session: 's', transcript: '/log.jsonl', folder: '/harbour', pid: 7, state: 'waiting', event: 'Stop', at },
    ]);
    expect(readdirSync(spoolIn(home))).toEqual([]);
  });

  test('say nothing that a newer one has overtaken', () => {
    const { home, leave } = open();
    leave('7-9.codex.Stop', said());
    takeSpool(home);
    const older = leave('7-10.codex.UserPromptSubmit', said());
    utimesSync(join(spoolIn(home), '7-10.codex.UserPromptSubmit'), older / 1000 - 9, older / 1000 - 9);
    expect(takeSpool(home)).toEqual([]);
    expect(readLink(home, 'codex', 's')?.state).toBe('waiting');
  });

  test('of instruction files are kept in order', () => {
    const { home, leave } = open();
    for (const [at, file] of ['b', 'a', 'c'].entries())
      leave(`7-${at}.claude-code.InstructionsLoaded`, said({ file_path: file, load_reason: 'session_start' }));
    takeSpool(home);
    leave('7-9.claude-code.InstructionsLoaded', said({ file_path: 'first', load_reason: 'session_start' }));
    utimesSync(join(spoolIn(home), '7-9.claude-code.InstructionsLoaded'), 1, 1);
    takeSpool(home);
    expect(readInstructions({ home, agent: 'claude-code', session: 's' }).map(({ file_path }) => file_path)).toEqual([
      'first',
      'b',
      'a',
      'c',
    ]);
  });

  test('that are none get a sentence each, and are not met again', () => {
    const { home, leave } = open();
    leave('7-1.claude-code.Stop', '{"session_id":"s","cwd":"/harb');
    leave('7-2.claude-code.Stop', 'x'.repeat(LONGEST + 1));
    leave('7-3.nobody.Stop', said());
    leave('README', 'read me');
    symlinkSync('/etc/passwd', join(spoolIn(home), '7-4.claude-code.Stop'));
    mkdirSync(join(spoolIn(home), '7-5.claude-code.Stop/below'), { recursive: true });
    leave('7-6.gemini.AfterAgent', said());
    const sentences = takeSpool(home);
    expect(sentences).toHaveLength(6);
    for (const sentence of sentences) expect(sentence).toMatch(/^An event of a hook was left out: ".*", since (it|no) .*\.$/);
    expect(readLinks(home)).toEqual([expect.objectContaining({ agent: 'gemini', state: 'waiting' })]);
    expect(existsSync('/etc/passwd')).toBe(true);
    expect(takeSpool(home)).toEqual([]);
    expect(readdirSync(spoolIn(home))).toEqual([]);
  });

  test('that are still written stay; a draft that nobody finished is removed', () => {
    const { home } = open();
    for (const name of ['.7-1', '.7-2']) writeFileSync(join(spoolIn(home), name), '{"se');
    utimesSync(join(spoolIn(home), '.7-1'), 1, 1);
    writeFileSync(join(spoolIn(home), '7-3.codex.Stop'), JSON.stringify(said()));
    expect(takeSpool(home)).toEqual([]);
    expect(readdirSync(spoolIn(home))).toEqual(['.7-2']);
  });

  test.runIf(process.getuid !== undefined)('are not read where others can write', () => {
    const { home, leave } = open();
    leave('7-1.codex.Stop', said());
    chmodSync(spoolIn(home), 0o777);
    expect(takeSpool(home)).toEqual([expect.stringContaining('Others can write to')]);
    expect(readLinks(home)).toEqual([]);
  });

  test('wait for who takes others, but not for who was ended while it did', () => {
    const { home, leave } = open();
    leave('7-1.codex.Stop', said());
    const lock = join(spoolIn(home), '.lock');
    writeFileSync(lock, '');
    takeSpool(home);
    expect(readLinks(home)).toEqual([]);
    utimesSync(lock, 1, 1);
    takeSpool(home);
    expect(readLinks(home)).toHaveLength(1);
  });

  test('property: whatever bytes are left, under whatever name, taking them does not fail and leaves nothing', () => {
    const name = fc.oneof(
      fc.constantFrom('7-1.claude-code.Stop', '1-2.gemini.PreCompress', '3-4.codex.SessionStart', '9.x'),
      fc.stringMatching(/^[\w %"'$`;-]{1,12}$/),
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.record({ session_id: fc.string({ unit: 'binary' }), cwd: fc.string() }).map((one) => JSON.stringify(one)),
    );
    fc.assert(
      fc.property(fc.dictionary(name, text), (files) => {
        const { home } = open();
        for (const [one, content] of Object.entries(files)) writeFileSync(join(spoolIn(home), one), content);
        takeSpool(home);
        expect(readdirSync(spoolIn(home))).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });
});
