import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { InfoAnswer, ReindexAnswer, ResetAnswer, VerifyAnswer } from './testing/answers.ts';
import { bound, codes, idsOf } from './testing/bound.ts';

describe('upkeep', () => {
  test('verify, reindex and export', async () => {
    const shell = bound();
    expect(VerifyAnswer.parse(await shell.json('verify'))).toEqual({ ok: true, tapes: 1, entries: 5, problems: [] });
    expect(ReindexAnswer.parse(await shell.json('reindex'))).toEqual({ tapes: 1, entries: 5, notes: [] });
    const { out } = await shell.tape('export');
    expect(
      out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).id),
    ).toEqual([1, 2, 3, 4, 5]);
    const formats = ['jsonl', 'bub', 'openai-messages', 'markdown'];
    const answers = await Promise.all(formats.map((format) => shell.json('export', '--format', format)));
    expect(answers.slice(0, 3)).toEqual(formats.slice(0, 3).map((format) => ({ format, items: expect.any(Array) })));
    expect(answers[3]).toEqual({ format: 'markdown', text: expect.stringMatching(/^# main/) });
    expect(await codes(shell, ['export', '--format', 'xml'], ['export', '--whole'])).toEqual([2, 2]);
  });

  test('a torn line is set aside, and that is said on stderr whoever listens', async () => {
    const shell = bound();
    const { workspace } = InfoAnswer.parse(await shell.json('info'));
    appendFileSync(join(workspace, 'anchors/001_session-start/messages.jsonl'), '{"id":6,"kind":"mess');
    const torn = await shell.tape('log', '--json');
    expect(idsOf(JSON.parse(torn.out))).toEqual([1, 2, 3, 4, 5]);
    expect(JSON.parse(torn.err)).toEqual({ note: expect.stringMatching(/recovered/) });
    expect(await shell.tape('log')).toMatchObject({ code: 0, err: '' });
  });

  test('verify names what was altered, and ends with 3', async () => {
    const shell = bound();
    const { workspace } = InfoAnswer.parse(await shell.json('info'));
    const file = join(workspace, 'anchors/001_session-start/messages.jsonl');
    writeFileSync(file, readFileSync(file, 'utf8').replace('harbour light', 'harbour right'));
    const { code, out } = await shell.tape('verify', '--json');
    const { ok, problems } = VerifyAnswer.parse(JSON.parse(out));
    expect([code, ok, problems.length > 0]).toEqual([3, false, true]);
    const people = await shell.tape('verify');
    expect([people.code, people.err]).toEqual([3, '']);
    expect(people.out).toMatch(/^! .*messages\.jsonl:1: /);
  });

  test('verify and reindex take every session and fork, unless one is named', async () => {
    const shell = bound();
    await shell.json('append', '--session', 'side', '--new', 'of the side');
    await shell.json('fork', 'try', '--session', 'side');
    await shell.json('append', '--session', 'side', '--fork', 'try', 'of the fork');
    const counted = async (...words: string[]) => {
      const { ok, tapes, entries } = VerifyAnswer.parse(await shell.json('verify', ...words));
      return [ok, tapes, entries];
    };
    // "side" holds its first anchor, a message and the event of its fork; the fork one of its own.
    expect(await counted()).toEqual([true, 3, 9]);
    expect(await counted('--session', 'main')).toEqual([true, 1, 5]);
    expect(await counted('--session', 'side')).toEqual([true, 1, 3]);
    expect((await shell.tape('verify')).out).toBe('Clean: 9 entries of 3 tapes.\n');
    const { workspace } = InfoAnswer.parse(await shell.json('info'));
    const file = 'sessions/side/forks/try/anchors/001_session-start/messages.jsonl';
    const good = readFileSync(join(workspace, file), 'utf8');
    writeFileSync(join(workspace, file), good.replace('of the fork', 'of the cork'));
    const { code, out } = await shell.tape('verify', '--json');
    expect([code, VerifyAnswer.parse(JSON.parse(out)).problems]).toEqual([3, [expect.objectContaining({ file, line: 1 })]]);
    expect(await counted('--session', 'side')).toEqual([true, 1, 3]);
    expect(await shell.json('reindex', '--session', 'side')).toMatchObject({ tapes: 1, entries: 3 });
    expect(await shell.json('reindex')).toMatchObject({ tapes: 3, entries: 9 });
    expect(await counted()).toEqual([true, 3, 9]);

    writeFileSync(join(workspace, 'sessions/side/forks/try/fork.json'), '{');
    const people = await shell.tape('verify');
    expect([people.code, people.out]).toEqual([
      3,
      expect.stringMatching(/^! sessions\/side:\s.*\n1 problem in 5 entries of 2 tapes\.\n$/s),
    ]);
  });

  test('reset keeps everything with --archive, and deletes only what it was told to', async () => {
    const shell = bound();
    const refused = await shell.tape('reset');
    expect([refused.code, refused.err]).toEqual([
      3,
      expect.stringMatching(/^tape: This would delete 5 entries of main, and there is no terminal/),
    ]);
    const { archive } = ResetAnswer.parse(await shell.json('reset', '--archive'));
    expect(archive).not.toBeNull();
    expect(idsOf(await shell.json('log'))).toEqual([1]);
    expect(ResetAnswer.parse(await shell.json('reset', '--yes'))).toEqual({ archive: null });
  });
});
