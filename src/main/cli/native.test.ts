import { once } from 'node:events';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  AnchorsAnswer,
  AppendAnswer,
  ErrorAnswer,
  ForkAnswer,
  ForksAnswer,
  HitsAnswer,
  InfoAnswer,
  InitAnswer,
  LogAnswer,
  MergeAnswer,
  PreviewAnswer,
  ReindexAnswer,
  ResetAnswer,
  SearchAnswer,
  SessionsAnswer,
  ShowAnswer,
  StatsAnswer,
  StepsAnswer,
  VerifyAnswer,
  ViewAnswer,
} from './testing/answers.ts';
import { ended, openShell, type Shell } from './testing/shell.ts';

/** A shell whose directory is bound, with entries 2 to 5 behind session/start: a message, a call, its result, a correction. */
const bound = async (): Promise<Shell> => {
  const shell = openShell();
  InitAnswer.parse(await shell.json('init'));
  const lines = [
    { payload: { role: 'user', content: 'Mend the harbour light.' } },
    {
      kind: 'tool_call',
      payload: { calls: [{ id: 'c1', function: { name: 'Bash', arguments: '{"cmd":"ls"}' } }] },
      meta: { run_id: 'r1' },
    },
    { kind: 'tool_result', payload: { results: ['lamp.txt'] }, meta: { run_id: 'r1' } },
    { payload: { role: 'user', content: 'Mend the harbour lamp.' }, corrects: 2 },
  ];
  const { out } = await shell.fed(lines.map((line) => JSON.stringify(line)).join('\n'), 'append', '--json');
  expect(AppendAnswer.parse(JSON.parse(out)).ids).toEqual([2, 3, 4, 5]);
  return shell;
};

const idsOf = (answer: unknown): number[] => LogAnswer.parse(answer).items.map(({ id }) => id);

describe('a tape of a directory', () => {
  test('init binds it once; below it the same workspace is found', async () => {
    const shell = openShell();
    const first = InitAnswer.parse(await shell.json('init'));
    expect(first).toMatchObject({ created: true, session: 'main' });
    expect(InitAnswer.parse(await shell.json('init'))).toEqual({ ...first, created: false });
    const below = shell.inside('deep/er');
    expect(InfoAnswer.parse(await below.json('info'))).toMatchObject({ root: first.root, entries: 1, anchors: 1, entriesSince: 0 });
    const own = await below.tape('init');
    expect([own.code, own.err]).toEqual([0, expect.stringContaining('has a workspace too')]);
    expect(InfoAnswer.parse(await below.json('info')).root).not.toBe(first.root);
  });

  test('without one, native commands say what to do', async () => {
    const shell = openShell();
    for (const words of [['log'], ['append', 'x'], ['info'], ['merge', 'a'], ['verify'], ['search', 'x', '--kind', 'message']]) {
      const { code, out, err } = await shell.tape(...words);
      expect({ words, code, out }).toEqual({ words, code: 2, out: '' });
      expect(err).toMatch(/^tape: Neither .* has a native tape\. tape init starts one\.\n$/);
    }
  });

  test('log, by phase, kind, number and time', async () => {
    const shell = await bound();
    await shell.json('handoff', 'build', '--summary', 'Plan agreed.');
    await shell.json('append', 'First brick.');
    expect(idsOf(await shell.json('log'))).toEqual([6, 7]);
    expect(idsOf(await shell.json('log', '--all'))).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(idsOf(await shell.json('log', '--anchor', 'session/start'))).toEqual([1, 2, 3, 4, 5]);
    expect(idsOf(await shell.json('log', '--anchor', '1', '--kind', 'message', '--limit', '1'))).toEqual([5]);
    expect(idsOf(await shell.json('log', '--since', '1h', '--kind', 'tool_call'))).toEqual([3]);
    expect(idsOf(await shell.json('log', '--until', '2001-01-01'))).toEqual([]);
    expect(idsOf(await shell.json('log', '--limit', '0'))).toEqual([]);
    const { items } = LogAnswer.parse(await shell.json('log', '--all', '--kind', 'message'));
    expect(items[1]).toMatchObject({ id: 5, kind: 'message', anchor: 'session/start', meta: {}, corrects: 2 });
    const { out } = await shell.tape('log', '--all', '--limit', '2');
    expect(out).toMatch(/^Earlier entries are left out.*\n.*\n +6 .*build: Plan agreed\.\n +7 .*user: First brick\.\n$/);
  });

  test('anchors, show and search hold what scripts rely on', async () => {
    const shell = await bound();
    const state = ['--next-step', 'one', '--next-step', 'two', '--source-id', '2,3', '--owner', 'ann', '--state', '{"gate":"nine"}'];
    expect(AppendAnswer.parse(await shell.json('handoff', 'build', '--summary', 'Agreed.', ...state)).ids).toEqual([6]);
    const { items } = AnchorsAnswer.parse(await shell.json('anchors'));
    expect(items.map(({ seq, name, id, entries }) => ({ seq, name, id, entries }))).toEqual([
      { seq: 1, name: 'session/start', id: 1, entries: 5 },
      { seq: 2, name: 'build', id: 6, entries: 1 },
    ]);
    expect(items[1]?.state).toEqual({
      ...{ gate: 'nine', phase: 'build', summary: 'Agreed.', next_steps: ['one', 'two'], source_ids: [2, 3], owner: 'ann' },
    });
    const show = ShowAnswer.parse(await shell.json('show', 'session/start'));
    expect([show.anchor.seq, idsOf(show)]).toEqual([1, [1, 2, 3, 4, 5]]);
    const { items: hits } = HitsAnswer.parse(await shell.json('search', 'harbour'));
    expect(hits.map(({ id, snippet, matches: [first] }) => [id, snippet.slice(...(first ?? [0, 0]))])).toEqual([
      [5, 'harbour'],
      [2, 'harbour'],
    ]);
    expect(HitsAnswer.parse(await shell.json('search', 'harbour lamp', '--kind', 'message', '--limit', '1')).items).toHaveLength(1);
    const { tape } = shell;
    expect((await tape('show', 'nowhere')).code).toBe(2);
    expect((await tape('handoff', 'x', '--source-id', '99')).code).toBe(3);
    expect((await tape('append', 'x', '--corrects', '99')).code).toBe(3);
  });

  test('sessions are apart unless all are asked for', async () => {
    const shell = await bound();
    expect((await shell.tape('log', '--session', 'review')).code).toBe(2);
    AppendAnswer.parse(await shell.json('append', '--session', 'review', 'The harbour looks fine.'));
    expect(idsOf(await shell.json('log', '--session', 'review'))).toEqual([1, 2]);
    expect(HitsAnswer.parse(await shell.json('search', 'fine')).items).toEqual([]);
    const all = SessionsAnswer.parse(await shell.json('log', '--all-sessions', '--kind', 'message'));
    expect(all.items.map(({ session, id }) => [session, id])).toEqual([
      ['main', 2],
      ['main', 5],
      ['review', 2],
    ]);
    const hits = SessionsAnswer.parse(await shell.json('search', 'harbour', '--all-sessions'));
    expect(new Set(hits.items.map(({ session }) => session))).toEqual(new Set(['main', 'review']));
    for (const option of ['--session=main', '--fork=a', '--follow']) {
      expect((await shell.tape('log', '--all-sessions', option)).code).toBe(2);
    }
  });
});

describe('the catalog takes the native tape of this directory', () => {
  test('view, stats and steps without a name; search by what is asked', async () => {
    const shell = await bound();
    await shell.json('append', '{"role":"assistant","content":"Mended."}');
    await shell.json('fork', 'a');
    await shell.json('append', '--fork', 'a', 'Is it harbour paint?');
    expect(StatsAnswer.parse(await shell.json('stats'))).toMatchObject({ entries: 7, toolCalls: 1, toolResults: 1 });
    expect(StatsAnswer.parse(await shell.json('stats', '--fork', 'a'))).toMatchObject({ entries: 7 });
    expect(StepsAnswer.parse(await shell.json('steps')).items.length).toBeGreaterThan(0);
    expect(ViewAnswer.parse(await shell.json('view')).policy).toBe('as-recorded');
    expect(SearchAnswer.parse(await shell.json('search', 'harbour', '--imported')).items.length).toBeGreaterThan(0);
    for (const words of [
      ['stats', 'x.jsonl', '--session', 'main'],
      ['search', 'x', '--imported', '--kind', 'message'],
    ]) {
      expect((await shell.tape(...words)).code).toBe(2);
    }
    expect((await openShell().tape('view')).err).toBe(
      'tape: Name a tape, by file or by id: this directory has no native tape. See tape list.\n',
    );
  });
});

describe('append', () => {
  test('text, JSON and what the options say', async () => {
    const shell = await bound();
    await shell.json('append', '--kind', 'event', '{"name":"start","data":{}}', '--meta', '{"run_id":"r2"}', '--anchor', 'session/start');
    await shell.tape('append', '--kind=note', '--', '--not an option');
    const { items } = LogAnswer.parse(await shell.json('log', '--limit', '2'));
    expect(items.map(({ kind, payload, meta }) => ({ kind, payload, meta }))).toEqual([
      { kind: 'event', payload: { name: 'start', data: {} }, meta: { run_id: 'r2' } },
      { kind: 'note', payload: { text: '--not an option' }, meta: {} },
    ]);
    for (const words of [
      ['x', '--meta', '[]'],
      ['x', '--anchor', 'nowhere'],
      ['x', '--corrects', 'last'],
      ['--corrects', '2', '-'],
    ]) {
      expect((await shell.tape('append', ...words)).code).toBe(2);
    }
  });

  test('a bad line of stdin is named, and nothing of its batch is appended', async () => {
    const shell = await bound();
    const { code, out, err } = await shell.fed('{"payload":1}\n\n{"payload"\n', 'append');
    expect({ code, out, err }).toEqual({ code: 2, out: '', err: 'tape: Line 3 of stdin is no JSON. Nothing was appended.\n' });
    const json = await shell.fed('{"payload":1}\nnull\n', 'append', '--json');
    expect([json.code, json.out, ErrorAnswer.parse(JSON.parse(json.err)).error.code]).toEqual([2, '', 'bad-input']);
    expect(InfoAnswer.parse(await shell.json('info')).entries).toBe(5);
  });

  test('with --keep-going the good lines are appended and the bad ones named', async () => {
    const shell = await bound();
    const lines = '{"payload":1}\nnull\n{"payload":2,"corrects":99}\n{"payload":3}\n';
    const { code, out } = await shell.fed(lines, 'append', '--keep-going', '--json');
    const { refused, ...answer } = JSON.parse(out);
    expect([code, AppendAnswer.parse(answer).ids]).toEqual([2, [6, 7]]);
    expect(refused.map(({ line }: { line: number }) => line)).toEqual([2, 3]);
  });

  test('thousands of lines are appended in batches, each acknowledged', async () => {
    const shell = await bound();
    const lines = Array.from({ length: 4500 }, (_, at) => JSON.stringify({ kind: 'note', payload: { text: `line ${at}` } }));
    const { code, out } = await shell.fed(lines.join('\n'), 'append');
    expect({ code, out }).toEqual({
      code: 0,
      out: 'Appended 6–2005 (2,000 entries).\nAppended 2006–4005 (2,000 entries).\nAppended 4006–4505 (500 entries).\n',
    });
    const late = await shell.fed([...lines.slice(0, 2100), '{'].join('\n'), 'append');
    expect([late.code, late.err]).toEqual([
      2,
      'tape: Line 2,101 of stdin is no JSON. Appended before it: 4506–6505; nothing after that.\n',
    ]);
    expect(idsOf(await shell.json('log', '--limit', '2100'))).toHaveLength(2100);
    expect(idsOf(await shell.json('log'))).toHaveLength(6505);
  });

  test('with --stream a line is on disk as soon as it is there', async () => {
    const shell = await bound();
    const child = shell.start('append', '--stream', '-');
    const end = ended(child);
    child.stdin?.write('{"payload":{"text":"now"}}\n');
    if (child.stdout) await once(child.stdout, 'data');
    expect(idsOf(await shell.json('log', '--limit', '1'))).toEqual([6]);
    child.kill('SIGINT');
    expect(await end).toEqual({ code: 130, out: 'Appended 6.\n', err: 'tape: Stopped.\n' });
  });

  test('nothing on stdin appends nothing', async () => {
    const shell = await bound();
    expect(await shell.fed('\n', 'append')).toEqual({ code: 0, out: 'Nothing was appended: stdin held no entry.\n', err: '' });
  });
});

describe('forks', () => {
  test('fork, preview, conflict, merge', async () => {
    const shell = await bound();
    expect(ForkAnswer.parse(await shell.json('fork', 'a', '--at', '4', '--note', 'try'))).toMatchObject({
      name: 'a',
      start: 4,
      note: 'try',
    });
    await shell.json('append', '--fork', 'a', '--corrects', '2', 'Paint the harbour light.');
    await shell.json('append', '--fork', 'a', 'Painted.');
    expect(ForksAnswer.parse(await shell.json('forks')).items.map(({ name, entries, state }) => [name, entries, state])).toEqual([
      ['a', 2, 'open'],
    ]);
    const preview = PreviewAnswer.parse(await shell.json('merge', 'a', '--preview'));
    expect(preview.order.map(({ from, id, newId }) => [from, id, newId])).toEqual([
      ['a', 5, 7],
      ['a', 6, 8],
    ]);
    expect(preview.conflicts.map(({ type, key }) => [type, key])).toEqual([['corrects', '2']]);

    const refused = await shell.tape('merge', 'a');
    expect([refused.code, refused.err]).toEqual([3, expect.stringMatching(/^tape: 1 conflict, so nothing was merged/)]);
    expect(refused.out).toMatch(/^! /);
    const json = await shell.tape('merge', 'a', '--json');
    expect([json.code, json.out, ErrorAnswer.parse(JSON.parse(json.err)).error.code]).toEqual([3, '', 'refused']);

    const gate = `"${process.execPath}" -e "process.stdin.resume().on('end', () => process.exit(4))"`;
    const judged = await shell.tape('merge', 'a', '--on-conflict', 'keep-both', '--gate', gate, '--json');
    expect([judged.code, MergeAnswer.parse(JSON.parse(judged.out)).verdict]).toMatchObject([3, { verdict: 'refuted', exit: 4 }]);
    const merged = MergeAnswer.parse(await shell.json('merge', 'a', '--on-conflict', 'keep-both'));
    expect([merged.ids.length, merged.conflicts]).toEqual([2, 1]);
    expect((await shell.tape('append', '--fork', 'a', 'more')).code).toBe(3);
    expect((await shell.tape('fork', 'a')).code).toBe(3);
    expect((await shell.tape('merge', 'nowhere')).code).toBe(2);
    expect((await shell.tape('merge', 'a', '--order', 'random')).err).toBe('tape: --order takes append or time, not "random".\n');
  });
});

describe('upkeep', () => {
  test('verify, reindex and export', async () => {
    const shell = await bound();
    expect(VerifyAnswer.parse(await shell.json('verify'))).toEqual({ ok: true, problems: [] });
    expect(ReindexAnswer.parse(await shell.json('reindex')).entries).toBe(5);
    const { out } = await shell.tape('export');
    expect(
      out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).id),
    ).toEqual([1, 2, 3, 4, 5]);
    for (const format of ['jsonl', 'bub', 'openai-messages']) {
      expect(await shell.json('export', '--format', format)).toMatchObject({ format, items: expect.any(Array) });
    }
    expect(await shell.json('export', '--format', 'markdown')).toMatchObject({ text: expect.stringMatching(/^# main/) });
    expect((await shell.tape('export', '--format', 'xml')).code).toBe(2);
    expect((await shell.tape('export', '--whole')).code).toBe(2);
  });

  test('a torn line is set aside, and that is said on stderr whoever listens', async () => {
    const shell = await bound();
    const { workspace } = InfoAnswer.parse(await shell.json('info'));
    appendFileSync(join(workspace, 'anchors/001_session-start/messages.jsonl'), '{"id":6,"kind":"mess');
    const torn = await shell.tape('log', '--json');
    expect(idsOf(JSON.parse(torn.out))).toEqual([1, 2, 3, 4, 5]);
    expect(JSON.parse(torn.err)).toEqual({ note: expect.stringMatching(/recovered/) });
    expect(await shell.tape('log')).toMatchObject({ code: 0, err: '' });
  });

  test('verify names what was altered, and ends with 3', async () => {
    const shell = await bound();
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
    const shell = await bound();
    const refused = await shell.tape('reset');
    expect([refused.code, refused.err]).toEqual([3, expect.stringMatching(/^tape: This would delete 5 entries of main, and nobody/)]);
    const { archive } = ResetAnswer.parse(await shell.json('reset', '--archive'));
    expect(archive).not.toBeNull();
    expect(idsOf(await shell.json('log'))).toEqual([1]);
    expect(ResetAnswer.parse(await shell.json('reset', '--yes'))).toEqual({ archive: null });
  });
});
