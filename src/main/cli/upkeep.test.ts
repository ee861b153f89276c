import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { InfoAnswer, ReindexAnswer, ResetAnswer, VerifyAnswer } from './testing/answers.ts';
import { bound, codes, idsOf } from './testing/bound.ts';

describe('upkeep', () => {
  test('verify, reindex and export', async () => {
    const shell = bound();
    expect(VerifyAnswer.parse(await shell.json('verify'))).toEqual({ ok: true, problems: [] });
    expect(ReindexAnswer.parse(await shell.json('reindex')).entries).toBe(5);
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

  test('reset keeps everything with --archive, and deletes only what it was told to', async () => {
    const shell = bound();
    const refused = await shell.tape('reset');
    expect([refused.code, refused.err]).toEqual([3, expect.stringMatching(/^tape: This would delete 5 entries of main, and nobody/)]);
    const { archive } = ResetAnswer.parse(await shell.json('reset', '--archive'));
    expect(archive).not.toBeNull();
    expect(idsOf(await shell.json('log'))).toEqual([1]);
    expect(ResetAnswer.parse(await shell.json('reset', '--yes'))).toEqual({ archive: null });
  });
});
